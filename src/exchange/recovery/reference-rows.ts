/** Groups, products and instruments as the venue knew them, from their tables. */
import type { Snapshot } from '../../engine/snapshot.js';
import { termsFrom } from '../command-text.js';
import { chunksOf, json, milliseconds, number, numberOrNull, rowsOf, type Source, type Texts, yes } from './reading.js';

type ProductRow = Snapshot['products'][number];
type InstrumentRow = Snapshot['instruments'][number];

const GROUPS = 'select terms from group_states order by group_id';
const PRODUCTS = 'select terms, session_date, session_is_open from product_states order by product_id';
const INSTRUMENTS = `
  select terms, given_status, is_expired, settlement_price, settled_session, board_seq, last_price, last_quantity, ${milliseconds('last_time')}, last_session, high, low, volume, band_price
  from instrument_states order by instrument_id`;
const MARKS = 'select instrument_id, session_date, price from closing_marks order by instrument_id, session_date';

export const readGroups = (source: Source): Promise<Snapshot['groups']> =>
  rowsOf(source, GROUPS, ([terms]) => termsFrom('group', json(terms)));

export const readProducts = (source: Source): Promise<Snapshot['products']> =>
  rowsOf(source, PRODUCTS, ([terms, sessionDate = null, isOpen]): ProductRow => ({
    terms: termsFrom('product', json(terms)),
    sessionDate,
    sessionIsOpen: yes(isOpen),
  }));

export async function readInstruments(source: Source): Promise<Snapshot['instruments']> {
  const marks = new Map<number, [string, number][]>();
  for await (const rows of chunksOf(source, 'marks', MARKS)) {
    for (const [instrumentId, sessionDate, price] of rows) {
      const mark: [string, number] = [sessionDate ?? '', number(price)];
      const known = marks.get(number(instrumentId));
      if (known === undefined) marks.set(number(instrumentId), [mark]);
      else known.push(mark);
    }
  }
  return rowsOf(source, INSTRUMENTS, (texts) => instrumentRow(texts, marks));
}

function instrumentRow(texts: Texts, marks: ReadonlyMap<number, [string, number][]>): InstrumentRow {
  const [kept, givenStatus, isExpired, settlementPrice, settledSession = null, boardSeq, ...traded] = texts;
  const terms = termsFrom('instrument', json(kept));
  return {
    terms,
    givenStatus: givenStatus as InstrumentRow['givenStatus'],
    isExpired: yes(isExpired),
    settlementPrice: numberOrNull(settlementPrice),
    settledSession,
    closingMarks: marks.get(terms.id) ?? [],
    statistics: statisticsOf(traded),
    boardSeq: number(boardSeq),
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
]: Texts): InstrumentRow['statistics'] {
  return {
    last:
      typeof price === 'string'
        ? { price: number(price), quantity: number(quantity), time: number(time), sessionDate }
        : null,
    high: numberOrNull(high),
    low: numberOrNull(low),
    volume: number(volume),
    bandPrice: numberOrNull(bandPrice),
  };
}
