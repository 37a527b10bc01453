/**
 * Quantity, cost, and what was realized, at the average cost of trades.
 *
 * All of it is exact. `cost` is the sum of quantity times price of what is still held; a reduction takes cost out in proportion,
 * rounded half to even, and the rest stays, so that nothing is lost: whatever the rounding took from the one it gave to the other.
 * The identity that always holds, in units of price times contracts:
 *
 *     realized + (quantity × mark − cost) = quantity × mark − Σ qᵢ·pᵢ
 */
import { divideHalfEven } from '../money/rounding.js';
import type { ExactPrice } from './exact-price.js';
import type { ReferenceHolding } from './position-row.js';
import { NO_PROFIT, type Profit } from './profit-history.js';

export class CostBasis {
  quantity = 0;
  cost = 0n;
  realised = 0n;
  /** In how many decimals more than prices of the market its amounts are counted. */
  extraDecimals = 0;
  /** The profit of the bases before this one. */
  carried: Profit = NO_PROFIT;

  /** Its quantity at its price. */
  begin({ quantity, price, extraDecimals }: ReferenceHolding): void {
    this.quantity = quantity;
    this.cost = this.computeWorth(quantity, price, extraDecimals);
    this.realised = 0n;
  }

  /** One trade upon quantity, cost and realized. Crossing zero is a close of everything and an opening of the rest. */
  countTrade(quantity: number, price: number): void {
    if (this.quantity === 0 || Math.sign(quantity) === Math.sign(this.quantity)) {
      this.cost += this.computeWorth(quantity, price);
      this.quantity += quantity;
      return;
    }
    const closing = Math.abs(quantity) < Math.abs(this.quantity) ? quantity : -this.quantity;
    const removed = divideHalfEven(this.cost * BigInt(-closing), BigInt(this.quantity));
    this.realised += this.computeWorth(-closing, price) - removed;
    this.cost -= removed;
    this.quantity += closing;
    if (closing !== quantity) this.countTrade(quantity - closing, price);
  }

  /** Quantity times price, as its amounts are counted. */
  computeWorth(quantity: number, price: number, extraDecimals = 0): bigint {
    const worth = multiply(quantity, price);
    return extraDecimals === this.extraDecimals ? worth : worth * 10n ** BigInt(this.extraDecimals - extraDecimals);
  }

  computeUnrealized(mark: ExactPrice): bigint {
    return this.computeWorth(this.quantity, mark.price, mark.extraDecimals) - this.cost;
  }

  computeProfit(mark: ExactPrice | null): Profit {
    const unrealised = mark === null ? 0n : this.computeUnrealized(mark);
    return { total: this.carried.total + this.realised + unrealised, realised: this.carried.realised + this.realised };
  }

  /** What a quantity is worth more at a mark than at another price. */
  computeOpenProfit(quantity: number, mark: ExactPrice, from: ExactPrice): bigint {
    const worthAt = ({ price, extraDecimals }: ExactPrice): bigint => this.computeWorth(quantity, price, extraDecimals);
    return worthAt(mark) - worthAt(from);
  }
}

/** The exact product; as plain numbers where they hold it, because big ones cost ten times as much. */
function multiply(a: number, b: number): bigint {
  const plain = a * b;
  return Number.isSafeInteger(plain) ? BigInt(plain) : BigInt(a) * BigInt(b);
}
