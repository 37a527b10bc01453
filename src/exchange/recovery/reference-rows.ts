/** Loads groups, products and instruments as the venue knew them. */
import type { Snapshot } from '../../engine/snapshot.js';
import { parseTerms } from '../command-text.js';
import {
  readChunks,
  parseJson,
  millisecondsSql,
  parseNumber,
  parseNumberOrNull,
  readRows,
  type QuerySource,
  type RowTexts,
  parseFlag,
} from './reading.js';

type ProductRow = Snapshot['products'][number];
type InstrumentRow = Snapshot['instruments'][number];

const GROUPS = 'select terms from group_states order by group_id';
const PRODUCTS = 'select terms, session_date, session_is_open from product_states order by product_id';
const INSTRUMENTS = `
  select terms, given_status, is_expired, settlement_price, settled_session, board_seq, last_price, last_quantity, ${millisecondsSql('last_time')}, last_session, high, low, volume, band_price
  from instrument_states order by instrument_id`;
const MARKS = 'select instrument_id, session_date, price from closing_marks order by instrument_id, session_date';

export const readGroups = (source: QuerySource): Promise<Snapshot['groups']> =>
  readRows(source, GROUPS, ([terms]) => parseTerms('group', parseJson(terms)));

export const readProducts = (source: QuerySource): Promise<Snapshot['products']> =>
  readRows(source, PRODUCTS, ([terms, sessionDate = null, isOpen]): ProductRow => ({
    terms: parseTerms('product', parseJson(terms)),
    sessionDate,
    sessionIsOpen: parseFlag(isOpen),
  }));

export async function readInstruments(source: QuerySource): Promise<Snapshot['instruments']> {
  const marks = new Map<number, [string, number][]>();
  for await (const rows of readChunks(source, 'marks', MARKS)) {
    for (const [instrumentId, sessionDate, price] of rows) {
      const mark: [string, number] = [sessionDate ?? '', parseNumber(price)];
      const known = marks.get(parseNumber(instrumentId));
      if (known === undefined) marks.set(parseNumber(instrumentId), [mark]);
      else known.push(mark);
    }
  }
  return readRows(source, INSTRUMENTS, (texts) => toInstrumentRow(texts, marks));
}

function toInstrumentRow(texts: RowTexts, marks: ReadonlyMap<number, [string, number][]>): InstrumentRow {
  const [kept, givenStatus, isExpired, settlementPrice, settledSession = null, boardSeq, ...traded] = texts;
  const terms = parseTerms('instrument', parseJson(kept));
  return {
    terms,
    givenStatus: givenStatus as InstrumentRow['givenStatus'],
    isExpired: parseFlag(isExpired),
    settlementPrice: parseNumberOrNull(settlementPrice),
    settledSession,
    closingMarks: marks.get(terms.id) ?? [],
    statistics: toStatistics(traded),
    boardSeq: parseNumber(boardSeq),
  };
}

function toStatistics([
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
