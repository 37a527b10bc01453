/**
 * What a crowd of traders sends: 60 % limits that rest, 30 % cancels of own orders that rest, 10 % orders that cross the market.
 *
 * Half of what rests stands near the middle and is there to be traded; the other half stands farther away, and only that is ever
 * canceled. So a cancel never names an order that has traded meanwhile, and every answer is one of success.
 */
import { type HttpTradingSetup, MID_PRICE, TICK_SIZE } from '../../test/support/trading-over-http.js';

export type Market = Pick<HttpTradingSetup, 'accounts' | 'instruments'>;

/** An action as it stands in a request; `far` is one whose order can be canceled later. */
export type Action = Readonly<{ text: string; isFar: boolean }>;

const NEAR_TICKS = 10;
const FAR_TICKS = 20;
/** What a book is filled with beforehand stands behind all of that. */
const DEEP_TICKS = 1_000;

export class Mix {
  private readonly cancellable: number[] = [];
  private state = 20261121;
  private named = 0;

  /** With `isNamed`, every order has a client order id of its own, as the clients of a careful programmer have. */
  constructor(
    private readonly market: Market,
    public isNamed = false,
  ) {}

  next(): Action {
    const roll = this.random();
    if (roll < 0.3 && this.cancellable.length > 0)
      return { text: `{"action_type":"OrderCancellation","order_id":${this.takeOne()}}`, isFar: false };
    if (roll >= 0.9) return this.order(-1 - this.below(NEAR_TICKS), false);
    const isFar = this.random() < 0.5;
    return this.order(1 + this.below(NEAR_TICKS) + (isFar ? NEAR_TICKS : 0), isFar);
  }

  deep(): Action {
    return this.order(FAR_TICKS + 1 + this.below(DEEP_TICKS), false);
  }

  /** Which number the order of an action was given. */
  learn(action: Action, orderId: number): void {
    if (action.isFar) this.cancellable.push(orderId);
  }

  /** So many ticks away from the middle on its own side; less than none crosses it. */
  private order(away: number, isFar: boolean): Action {
    const isBuy = this.random() < 0.5;
    const account = this.market.accounts[this.below(this.market.accounts.length)] ?? 0;
    const instrument = this.market.instruments[this.below(this.market.instruments.length)] ?? 0;
    const price = MID_PRICE + (isBuy ? -away : away) * TICK_SIZE;
    const terms = `"side":"${isBuy ? 'Buy' : 'Sell'}","time_in_force":"GTC","limit_price":${price},"quantity":1`;
    const name = this.isNamed ? `,"client_order_id":"bench-${this.named++}"` : '';
    return {
      text: `{"action_type":"LimitOrderSub","acct_id":${account},"instrument_id":${instrument},${terms}${name}}`,
      isFar,
    };
  }

  private takeOne(): number {
    const at = this.below(this.cancellable.length);
    const id = this.cancellable[at] ?? 0;
    this.cancellable[at] = this.cancellable[this.cancellable.length - 1] ?? 0;
    this.cancellable.pop();
    return id;
  }

  private below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  private random(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }
}
