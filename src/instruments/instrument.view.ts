import { createExactNumber } from '../money/exact-number.js';
import type { InstrumentDetails } from './instruments.service.js';

/**
 * A tradable instrument.
 * @example { "id": 1, "product_id": 1, "product_symbol": "ES", "product_group_id": 1, "symbol": "ESZ26", "instrument_type": "Future", "expiration": "2026-12-18", "expires_at": "2026-12-18T22:00:00.000Z", "status": "Open", "status_reason": null, "tick_size": 0.25, "tick_value": 12.5, "currency": "USD", "settlement_price": 6712.25, "version": 1 }
 */
export type InstrumentView = ReturnType<typeof toInstrumentView>;

export const INSTRUMENT_COLUMNS = [
  'id',
  'symbol',
  'product_id',
  'product_symbol',
  'product_group_id',
  'instrument_type',
  'expiration',
  'expires_at',
  'status',
  'tick_size',
  'tick_value',
  'currency',
  'settlement_price',
  'version',
  'status_reason',
] as const satisfies readonly (keyof InstrumentView)[];

/** An instrument with the terms of its product that orders need. */
export function toInstrumentView({ instrument, product, group }: InstrumentDetails, now: number) {
  return {
    id: instrument.id,
    product_id: product.id,
    product_symbol: product.symbol,
    product_group_id: group.id,
    symbol: instrument.symbol,
    instrument_type: product.instrumentType,
    /** The date of the last session. Null for no expiration. */
    expiration: instrument.expiration,
    /** When that session closes. */
    expires_at: instrument.expiresAt?.toISOString() ?? null,
    status: instrument.getStatusAt(now),
    /** Why it has this status, as an administrator wrote it. Null where nobody wrote anything. */
    status_reason: instrument.statusReason,
    tick_size: createExactNumber(product.tickSize),
    tick_value: createExactNumber(product.tickValue),
    currency: group.currency,
    settlement_price: instrument.settlementPrice === null ? null : createExactNumber(instrument.settlementPrice),
    version: instrument.version,
  };
}
