import type { AccountLimits } from '../engine/command.js';
import { toAmount } from './exchange-numbers.js';

/** The trading limits of an account. Null is no limit. */
export function toLimitsView(limits: AccountLimits) {
  return {
    max_order_quantity: limits.maxOrderQuantity,
    max_position: limits.maxPosition,
    max_product_contracts: limits.maxProductContracts,
    max_daily_loss: limits.maxDailyLoss === null ? null : toAmount(limits.maxDailyLoss),
    buying_power_percent: limits.buyingPowerPercent,
    max_working_orders: limits.maxWorkingOrders,
  };
}
