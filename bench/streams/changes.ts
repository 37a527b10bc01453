/** Real order actions, at a given rate, each changing what a board shows: a bid comes, and an offer takes it. */
import { setTimeout as pause } from 'node:timers/promises';
import { type HttpTradingSetup, MID_PRICE, TICK_SIZE } from '../../test/support/trading-over-http.js';
import { Lane } from '../orders/lane.js';

type Board = { bid: number | null; price: number };

export class Changes {
  private readonly boards = new Map<number, Board>();
  private idle: Lane[] = [];
  private sent = 0;
  answered = 0;
  readonly refusals: string[] = [];

  constructor(
    private readonly url: string,
    private readonly floor: HttpTradingSetup,
  ) {
    for (const id of floor.instruments) this.boards.set(id, { bid: null, price: MID_PRICE });
  }

  /** One action at a time for each instrument, so that every bid is there before it is taken. */
  async run(perSecond: number, seconds: number): Promise<void> {
    const endpoint = { url: this.url, path: '/orderactions', token: this.floor.token };
    // The service closes connections that nobody uses for long, while many readers come.
    this.idle = this.idle.filter(({ isOpen }) => isOpen);
    for (let n = this.idle.length; n < this.floor.instruments.length; n++) this.idle.push(await Lane.to(endpoint));
    const began = performance.now();
    const busy = new Set<number>();
    for (let n = 0; n < perSecond * seconds; n++) {
      const late = began + (n * 1_000) / perSecond - performance.now();
      if (late > 1) await pause(late);
      const id = this.floor.instruments[n % this.floor.instruments.length] ?? 0;
      const lane = busy.has(id) ? undefined : this.idle.pop();
      // A late change is left out rather than made twice at one moment; the number made is reported.
      if (lane === undefined) continue;
      busy.add(id);
      lane.post(this.next(id), (status, answer) => {
        if (status === 201) this.answered += 1;
        else this.refusals.push(`${status}: ${answer.slice(0, 200)}`);
        busy.delete(id);
        this.idle.push(lane);
      });
    }
    while (busy.size > 0) await pause(5);
  }

  close(): void {
    for (const lane of this.idle) lane.close();
  }

  private next(id: number): string {
    const board = this.boards.get(id) ?? { bid: null, price: MID_PRICE };
    const [buyer = 0, seller = 0] = this.floor.accounts;
    this.sent += 1;
    const isBid = board.bid === null;
    if (isBid) board.price += (this.sent % 3) * TICK_SIZE - TICK_SIZE;
    board.bid = isBid ? board.price : null;
    return `{"action_type":"LimitOrderSub","acct_id":${isBid ? buyer : seller},"instrument_id":${id},"side":"${isBid ? 'Buy' : 'Sell'}","time_in_force":"GTC","limit_price":${board.price},"quantity":1}`;
  }
}
