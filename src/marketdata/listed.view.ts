import { priceOf } from '../exchange/wire/price-to-wire.js';
import { exactNumber } from '../http/exact-number.js';
import type { ListedInstrument } from '../instruments/instruments.service.js';
import { decimalsOf } from '../money/decimal.js';
import { type Standing, untilOf } from './standing.js';

/** What a page of the market tells people of an instrument, beside what it shows. */
export type ListedView = ReturnType<typeof listedView>;

export function listedView({ instrument, product, group }: ListedInstrument, standing: Standing, now: number) {
  return {
    id: instrument.id,
    symbol: instrument.symbol,
    name: product.name,
    product_id: product.id,
    product_group_id: group.id,
    group_name: group.name,
    exchange: group.exchange,
    currency: group.currency,
    expiration: instrument.expiration,
    tick_size: exactNumber(product.tickSize),
    tick_value: exactNumber(product.tickValue),
    /** How many digits stand behind the point of its ticks. */
    decimals: decimalsOf(product.tickSize),
    previous_close: priceOf(standing.previousClose, standing.scale),
    status: standing.status,
    session_date: standing.sessionDate,
    is_open: standing.sessionIsOpen,
    /** When that changes. */
    until: new Date(untilOf(standing, group.calendar(product), now)).toISOString(),
  };
}
