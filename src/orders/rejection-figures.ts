import type { ProblemValues } from '../errors/domain-error.js';
import { toFigureTexts } from './figure-texts.js';

/** The figures of a rejection in a few words, for a row of a list; the page of the order has them as a sentence. Nothing where there are none. `decimals` are those of the instrument. */
export function formatRejectionFigures(figures: ProblemValues, decimals: number): string {
  const texts = toFigureTexts(figures, decimals);
  switch (texts?.kind) {
    case 'margin':
      return `${texts.required} ${texts.currency} needed, ${texts.available} available`;
    case 'tick':
      return [
        `tick ${texts.tick}`,
        ...(texts.nearest.length === 0 ? [] : [`nearest ${texts.nearest.join(' or ')}`]),
      ].join(', ');
    case 'band':
      return `${texts.low} to ${texts.high} allowed`;
    case 'loss':
      return `loss ${texts.loss} ${texts.currency}, limit ${texts.limit}`;
    case 'size':
      return `would be ${texts.size}, limit ${texts.limit}`;
    case undefined:
      return '';
  }
}
