/** Loads open orders. There may be a million, so each row is read once and by position. */
import type { OrderRow } from '../../engine/order.js';
import {
  readChunks,
  millisecondsSql,
  parseNumber,
  parseNumberOrNull,
  type QuerySource,
  type RowTexts,
  parseWhole,
  EnumReader,
} from './reading.js';

const OPEN_ORDERS = `
  select id, acct_id, user_id, instrument_id, client_order_id, tag, order_type, side, time_in_force, post_only, expire_date, limit_price, stop_price, quantity, filled_quantity,
    turnover, state, revision, version, session_date, ${millisecondsSql('created_at')}, ${millisecondsSql('updated_at')}, ${millisecondsSql('triggered_at')}, rank_number, placed_by
  from orders where status = 'Open' order by id`;

export async function* openOrders(source: QuerySource): AsyncGenerator<OrderRow[]> {
  const words = new EnumReader();
  for await (const rows of readChunks(source, 'open_orders', OPEN_ORDERS))
    yield rows.map((texts) => orderRow(texts, words));
}

function orderRow(texts: RowTexts, words: EnumReader): OrderRow {
  return {
    id: parseNumber(texts[0]),
    acctId: parseNumber(texts[1]),
    userId: parseNumber(texts[2]),
    placedBy: parseNumberOrNull(texts[24]),
    instrumentId: parseNumber(texts[3]),
    clientOrderId: texts[4] ?? null,
    tag: texts[5] ?? null,
    orderType: words.read(texts[6]) as OrderRow['orderType'],
    side: words.read(texts[7]) as OrderRow['side'],
    timeInForce: words.read(texts[8]) as OrderRow['timeInForce'],
    postOnly: texts[9] === 't',
    expireDate: words.readOrNull(texts[10]),
    limitPrice: parseNumberOrNull(texts[11]),
    stopPrice: parseNumberOrNull(texts[12]),
    quantity: parseNumber(texts[13]),
    filledQuantity: parseNumber(texts[14]),
    turnover: parseWhole(texts[15]),
    status: 'Open',
    state: words.read(texts[16]) as OrderRow['state'],
    rejectCode: null,
    cancelReason: null,
    revision: parseNumber(texts[17]),
    version: parseNumber(texts[18]),
    sessionDate: words.readOrNull(texts[19]),
    createdAt: parseNumber(texts[20]),
    updatedAt: parseNumber(texts[21]),
    triggeredAt: parseNumberOrNull(texts[22]),
    rank: parseNumber(texts[23]),
  };
}
