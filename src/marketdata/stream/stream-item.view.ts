import type { DomainError } from '../../errors/domain-error.js';
import { isDepthSide, type MarketItem, type MarketSide } from '../market-item.js';
import { toMarketItemView } from '../market-item.view.js';

/** An item of `GET /marketdata` with the number of the change before its own; null in a snapshot. */
export function toStreamItemText(item: MarketItem, previousSeq: number | null): string {
  return `${JSON.stringify(toMarketItemView(item)).slice(0, -1)},"previous_seq":${previousSeq}}`;
}

/** A side that never had data has no time; `seq` is the last change of the subscribed sides. */
export function toEmptyItemText(instrumentId: number, side: MarketSide, seq: number): string {
  const values = isDepthSide(side) ? { levels: [] } : { price: null, quantity: null };
  return JSON.stringify({ instrument_id: instrumentId, side, ...values, time: null, seq, previous_seq: null });
}

/** The status of an instrument. It is no market data item and has no `seq`. */
export const toStatusText = (instrumentId: number, status: string): string =>
  JSON.stringify({ type: 'status', instrument_id: instrumentId, status });

/** The error of a message; the stream continues. */
export function toStreamErrorText({ code, message, issues }: Pick<DomainError, 'code' | 'message' | 'issues'>): string {
  return JSON.stringify({ type: 'error', code, detail: message, ...(issues && { errors: issues }) });
}
