import { computeClosing } from '../marketdata/closing-value.js';
import { formatGain, getToneClass } from '../pages/money.page.js';
import { type Html, html } from '../pages/html.js';
import { toDigits } from '../pages/number-format.js';
import type { DeskMarketView } from './desk-market.view.js';
import { createSideReader } from './desk-quote.page.js';

/**
 * Beside the heading of the positions: which price their mark is, and what closing at the best prices would bring, which is another
 * figure where the last trade lies outside of bid and offer. A script keeps it current (position-marks.ts). Nothing closes while the
 * instrument does not trade.
 */
export function renderMark(view: DeskMarketView): Html {
  const { positions, instrument, open_cost: cost } = view;
  if (positions.every(({ quantity }) => quantity === 0)) return html``;
  return html`<p class="hint" id="mark" data-cost="${toDigits(cost)}">Mark: ${renderSource(view)}${instrument.status === 'Open' && renderClosing(view)}</p>`;
}

function renderSource({ positions, market }: DeskMarketView): Html {
  const open = positions.filter(({ quantity }) => quantity !== 0);
  const [source = null] = open.map(({ mark_source: from }) => from);
  if (source === 'last') {
    const at = market.find(({ side }) => side === 'Last')?.time ?? '';
    return html`last trade <time datetime="${at}" data-clock>${at.slice(11, 19)} UTC</time>`;
  }
  if (source === 'mid') return html`middle of bid and offer`;
  if (source === 'settlement') return html`settlement price`;
  if (source === null) return html`no price`;
  const dates = new Set(open.map(({ reference }) => reference?.as_of));
  return html`price of the statement${dates.size === 1 && html` of ${[...dates]}`}`;
}

function renderClosing(view: DeskMarketView): Html {
  const { positions, instrument, open_cost: cost } = view;
  const readSide = createSideReader(view);
  const toBest = (side: string) => ({ price: readSide(side).price, size: readSide(side).quantity });
  const quantities = positions.map(({ quantity }) => quantity);
  const closing = computeClosing(
    { quantities, cost: toDigits(cost) ?? '0' },
    { bid: toBest('Buy'), offer: toBest('Sell') },
    { tick: toDigits(instrument.tick_size) ?? '', worth: toDigits(instrument.tick_value) ?? '' },
  );
  const gain = formatGain(closing?.gain ?? '0', instrument.currency);
  return html`<span${closing === null && ' hidden'}> · closing ${closing?.at}: <b class="figure${getToneClass(gain)}">${gain}</b> ${instrument.currency}</span>`;
}
