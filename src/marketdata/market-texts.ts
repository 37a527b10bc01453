/**
 * The market as JSON, written once for every change: an item keeps its text until it changes, and an answer its text until one of its
 * boards does. Nobody has to say when: both know the number of the change that they were made of.
 */
import type { BoardSide } from '../engine/board.js';
import type { Instrument } from '../engine/instrument.js';
import { BOARD_SIDES, DEPTH_SIDES, itemOf } from './market-item.js';
import { marketItemView } from './market-item.view.js';

/** What is answered for each of several instruments. `depth` is how many prices; 0 is none. */
export type Sought = Readonly<{ sides: readonly BoardSide[]; depth: number }>;

/** The items of one instrument, each with the number of the change that it came from. */
type Texts = { seq: number; readonly ofSides: Map<BoardSide, Readonly<{ seq: number; text: string | null }>> };

type Answer = Readonly<{ instruments: readonly Instrument[]; seqs: readonly number[]; json: Buffer }>;

export class MarketTexts {
  // After a restart of the exchange there are other instruments, so what was known of the earlier ones goes by itself.
  private readonly known = new WeakMap<Instrument, Texts>();
  private readonly answers = new WeakMap<object, Answer>();

  /** `question` is the same object for those who ask the same. To be asked between two commands. */
  of(question: object, instruments: readonly Instrument[], sought: Sought): Buffer {
    const known = this.answers.get(question);
    if (known !== undefined && isStill(known, instruments)) return known.json;
    const json = Buffer.from(`[${instruments.flatMap((instrument) => this.itemsOf(instrument, sought)).join(',')}]`);
    this.answers.set(question, { instruments, seqs: instruments.map(({ board }) => board.seq), json });
    return json;
  }

  private itemsOf(instrument: Instrument, { sides, depth }: Sought): string[] {
    const { ofSides } = this.upToDate(instrument);
    const items = sides.flatMap((side) => ofSides.get(side)?.text ?? []);
    return depth === 0 ? items : [...items, ...DEPTH_SIDES.flatMap((side) => textOf(instrument, side, depth) ?? [])];
  }

  private upToDate(instrument: Instrument): Texts {
    let texts = this.known.get(instrument);
    if (texts === undefined) this.known.set(instrument, (texts = { seq: -1, ofSides: new Map() }));
    const { board } = instrument;
    if (texts.seq === board.seq) return texts;
    for (const side of BOARD_SIDES) {
      const seq = board.lastItem(side)?.seq ?? 0;
      if (texts.ofSides.get(side)?.seq !== seq) texts.ofSides.set(side, { seq, text: textOf(instrument, side, 0) });
    }
    texts.seq = board.seq;
    return texts;
  }
}

function isStill({ instruments, seqs }: Answer, asked: readonly Instrument[]): boolean {
  return asked.every((instrument, n) => instrument === instruments[n] && instrument.board.seq === seqs[n]);
}

function textOf(...[instrument, side, depth]: Parameters<typeof itemOf>): string | null {
  const item = itemOf(instrument, side, depth);
  return item === null ? null : JSON.stringify(marketItemView(item));
}
