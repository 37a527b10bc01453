import type { DomainError } from '../../errors/domain-error.js';
import { type MarketItem, type MarketSide } from '../market-item.js';
import { toMarketItemView } from '../market-item.view.js';

/** The item as GET /marketdata shows it, and which change was sent before it; null in a snapshot. */
export function toStreamItemText(item: MarketItem, previousSeq: number | null): string {
  return `${JSON.stringify(toMarketItemView(item)).slice(0, -1)},"previous_seq":${previousSeq}}`;
}

/** A side that never showed anything has no time; `seq` is the last change of the sides that were asked for. */
export function toEmptyItemText(instrumentId: number, side: MarketSide, seq: number): string {
  const values = side.endsWith('Depth') ? { levels: [] } : { price: null, quantity: null };
  return JSON.stringify({ instrument_id: instrumentId, side, ...values, time: null, seq, previous_seq: null });
}

/** Whether an instrument trades: no item of its board, so it has no place among the changes of that. */
export const toStatusText = (instrumentId: number, status: string): string =>
  JSON.stringify({ type: 'status', instrument_id: instrumentId, status });

/** What was wrong with a message; the stream goes on. */
export function toStreamErrorText({ code, message, issues }: Pick<DomainError, 'code' | 'message' | 'issues'>): string {
  return JSON.stringify({ type: 'error', code, detail: message, ...(issues && { errors: issues }) });
}
