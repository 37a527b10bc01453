import type { AccountLimits } from '../engine/command.js';
import { parseAmount } from '../money/amount.js';
import type { GivenLimits } from './accounts.dto.js';

export const NO_LIMITS: AccountLimits = {
  maxOrderQuantity: null,
  maxPosition: null,
  maxProductContracts: null,
  maxDailyLoss: null,
  buyingPowerPercent: null,
  maxWorkingOrders: null,
};

/** Merges submitted limits into the previous ones. Null removes a limit; an omitted limit stays as it is. */
export function mergeLimits(requested: GivenLimits | undefined, before: AccountLimits = NO_LIMITS): AccountLimits {
  if (requested === undefined) return before;
  const { max_daily_loss: loss } = requested;
  return {
    maxOrderQuantity: overrideLimit(requested.max_order_quantity, before.maxOrderQuantity),
    maxPosition: overrideLimit(requested.max_position, before.maxPosition),
    maxProductContracts: overrideLimit(requested.max_product_contracts, before.maxProductContracts),
    maxDailyLoss: overrideLimit(loss === undefined || loss === null ? loss : parseAmount(loss), before.maxDailyLoss),
    buyingPowerPercent: overrideLimit(requested.buying_power_percent, before.buyingPowerPercent),
    maxWorkingOrders: overrideLimit(requested.max_working_orders, before.maxWorkingOrders),
  };
}

const overrideLimit = <Limit>(requested: Limit | undefined, before: Limit): Limit =>
  requested === undefined ? before : requested;
