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
export function mergeLimits(given: GivenLimits | undefined, before: AccountLimits = NO_LIMITS): AccountLimits {
  if (given === undefined) return before;
  const { max_daily_loss: loss } = given;
  return {
    maxOrderQuantity: overrideLimit(given.max_order_quantity, before.maxOrderQuantity),
    maxPosition: overrideLimit(given.max_position, before.maxPosition),
    maxProductContracts: overrideLimit(given.max_product_contracts, before.maxProductContracts),
    maxDailyLoss: overrideLimit(loss === undefined || loss === null ? loss : parseAmount(loss), before.maxDailyLoss),
    buyingPowerPercent: overrideLimit(given.buying_power_percent, before.buyingPowerPercent),
    maxWorkingOrders: overrideLimit(given.max_working_orders, before.maxWorkingOrders),
  };
}

const overrideLimit = <Limit>(given: Limit | undefined, before: Limit): Limit => (given === undefined ? before : given);
