/**
 * A number that two submissions share if they ask for the same. It has 53 bits, so two different ones are taken for copies once in
 * nine thousand million million times, and then only under one client order id of one account: its owner would have to look for it.
 */
import type { Decimal } from '../money/decimal.js';
import type { OrderSubmissionCommand } from './command.js';
import { Digest } from './digest.js';

export function computeFingerprint(order: OrderSubmissionCommand): number {
  const formatPrice = (price: Decimal | null): string => (price === null ? '' : `${price.digits}/${price.decimals}`);
  const { type, instrumentId, side, quantity, timeInForce, postOnly, expireDate, tag } = order;
  const parts = [
    type,
    instrumentId,
    side,
    quantity,
    timeInForce,
    formatPrice(order.limitPrice),
    formatPrice(order.stopPrice),
    postOnly,
    expireDate ?? '',
    tag ?? '',
  ];
  return new Digest().addText(JSON.stringify(parts)).toNumber();
}
