/** Groups, products and instruments as the venue knew them, from their tables. */
import type { Snapshot } from '../../engine/snapshot.js';
import { termsFrom } from '../command-text.js';
import {
  chunksOf,
  parseJson,
  milliseconds,
  parseNumber,
  parseNumberOrNull,
  readRows,
  type Source,
  type RowTexts,
  parseFlag,
} from './reading.js';

type ProductRow = Snapshot['products'][number];
type InstrumentRow = Snapshot['instruments'][number];

const GROUPS = 'select terms from group_states order by group_id';
const PRODUCTS = 'select terms, session_date, session_is_open from product_states order by product_id';
const INSTRUMENTS = `
  select terms, given_status, is_expired, settlement_price, settled_session, board_seq, last_price, last_quantity, ${milliseconds('last_time')}, last_session, high, low, volume, band_price
  from instrument_states order by instrument_id`;
const MARKS = 'select instrument_id, session_date, price from closing_marks order by instrument_id, session_date';

export const readGroups = (source: Source): Promise<Snapshot['groups']> =>
  readRows(source, GROUPS, ([terms]) => termsFrom('group', parseJson(terms)));

export const readProducts = (source: Source): Promise<Snapshot['products']> =>
  readRows(source, PRODUCTS, ([terms, sessionDate = null, isOpen]): ProductRow => ({
    terms: termsFrom('product', parseJson(terms)),
    sessionDate,
    sessionIsOpen: parseFlag(isOpen),
  }));

export async function readInstruments(source: Source): Promise<Snapshot['instruments']> {
  const marks = new Map<number, [string, number][]>();
  for await (const rows of chunksOf(source, 'marks', MARKS)) {
    for (const [instrumentId, sessionDate, price] of rows) {
      const mark: [string, number] = [sessionDate ?? '', parseNumber(price)];
      const known = marks.get(parseNumber(instrumentId));
      if (known === undefined) marks.set(parseNumber(instrumentId), [mark]);
      else known.push(mark);
    }
  }
  return readRows(source, INSTRUMENTS, (texts) => instrumentRow(texts, marks));
}

function instrumentRow(texts: RowTexts, marks: ReadonlyMap<number, [string, number][]>): InstrumentRow {
  const [kept, givenStatus, isExpired, settlementPrice, settledSession = null, boardSeq, ...traded] = texts;
  const terms = termsFrom('instrument', parseJson(kept));
  return {
    terms,
    givenStatus: givenStatus as InstrumentRow['givenStatus'],
    isExpired: parseFlag(isExpired),
    settlementPrice: parseNumberOrNull(settlementPrice),
    settledSession,
    closingMarks: marks.get(terms.id) ?? [],
    statistics: statisticsOf(traded),
    boardSeq: parseNumber(boardSeq),
  };
}

function statisticsOf([
  price,
  quantity,
  time,
  sessionDate = null,
  high,
  low,
  volume,
  bandPrice,
]: RowTexts): InstrumentRow['statistics'] {
  return {
    last:
      typeof price === 'string'
        ? { price: parseNumber(price), quantity: parseNumber(quantity), time: parseNumber(time), sessionDate }
        : null,
    high: parseNumberOrNull(high),
    low: parseNumberOrNull(low),
    volume: parseNumber(volume),
    bandPrice: parseNumberOrNull(bandPrice),
  };
}
