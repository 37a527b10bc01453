/**
 * Caches market data as JSON: an item keeps its text until it changes, and a response until one of its boards does. No
 * invalidation is needed: both store the sequence number of their change.
 */
import type { BoardSide } from '../engine/board.js';
import type { Instrument } from '../engine/instrument.js';
import { BOARD_SIDES, DEPTH_SIDES, findMarketItem } from './market-item.js';
import { toMarketItemView } from './market-item.view.js';

/** The requested sides. `depth` is the number of price levels; 0 is none. */
export type ItemSelection = Readonly<{ sides: readonly BoardSide[]; depth: number }>;

/** The items of an instrument, each with its sequence number. */
type InstrumentTexts = { seq: number; readonly bySide: Map<BoardSide, Readonly<{ seq: number; text: string | null }>> };

type CachedResponse = Readonly<{ instruments: readonly Instrument[]; seqs: readonly number[]; json: Buffer }>;

/** Of a kept response: there are as many as kept queries, and one with many price levels has megabytes. */
const RESPONSE_BYTES_MAX = 65_536;

export class MarketDataJsonCache {
  // After a reload of the exchange the instruments are other objects, so their entries are dropped automatically.
  private readonly textsByInstrument = new WeakMap<Instrument, InstrumentTexts>();
  private readonly responses = new WeakMap<object, CachedResponse>();

  /** `query` is the same object for equal requests. Call between two commands only. */
  get(query: object, instruments: readonly Instrument[], selection: ItemSelection): Buffer {
    const cached = this.responses.get(query);
    if (cached !== undefined && isCurrent(cached, instruments)) return cached.json;
    const json = Buffer.from(
      `[${instruments.flatMap((instrument) => this.renderItems(instrument, selection)).join(',')}]`,
    );
    if (json.length <= RESPONSE_BYTES_MAX)
      this.responses.set(query, { instruments, seqs: instruments.map(({ board }) => board.seq), json });
    return json;
  }

  private renderItems(instrument: Instrument, { sides, depth }: ItemSelection): string[] {
    const { bySide } = this.refresh(instrument);
    const items = sides.flatMap((side) => bySide.get(side)?.text ?? []);
    return depth === 0
      ? items
      : [...items, ...DEPTH_SIDES.flatMap((side) => renderItem(instrument, side, depth) ?? [])];
  }

  private refresh(instrument: Instrument): InstrumentTexts {
    let texts = this.textsByInstrument.get(instrument);
    if (texts === undefined) this.textsByInstrument.set(instrument, (texts = { seq: -1, bySide: new Map() }));
    const { board } = instrument;
    if (texts.seq === board.seq) return texts;
    for (const side of BOARD_SIDES) {
      const seq = board.findLastItem(side)?.seq ?? 0;
      if (texts.bySide.get(side)?.seq !== seq) texts.bySide.set(side, { seq, text: renderItem(instrument, side, 0) });
    }
    texts.seq = board.seq;
    return texts;
  }
}

function isCurrent({ instruments, seqs }: CachedResponse, requested: readonly Instrument[]): boolean {
  return requested.every((instrument, n) => instrument === instruments[n] && instrument.board.seq === seqs[n]);
}

function renderItem(...[instrument, side, depth]: Parameters<typeof findMarketItem>): string | null {
  const item = findMarketItem(instrument, side, depth);
  return item === null ? null : JSON.stringify(toMarketItemView(item));
}
