/** Customers of the sandbox as people would be: they look, they buy and sell a little, they leave limits and take them back. */
import { setTimeout as pause } from 'node:timers/promises';
import { basic, firstSignIn } from '../support/first-sign-in.js';

/** Numbers and words of an answer, under the names of the wire. */
type Fields = Readonly<Record<string, number | string>>;

const json = { accept: 'application/json', 'content-type': 'application/json' };
const password = 'correct horse battery';

export class Customer {
  readonly counts = { market: 0, filled: 0, limits: 0, cancels: 0, refused: 0, failed: 0 };
  private readonly open: number[] = [];

  private constructor(
    private readonly url: string,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly acctId: number,
    private readonly instruments: readonly number[],
  ) {}

  /** A user new, with the account in dollars that everybody gets. */
  static async register(url: string, name: string, instruments: readonly number[]): Promise<Customer> {
    const key = basic(firstSignIn.id, firstSignIn.secret);
    const email = `${name}@example.test`;
    await fetch(`${url}/users`, {
      method: 'POST',
      headers: { ...json, ...key },
      body: JSON.stringify({ email, first_name: name, last_name: 'Example', password }),
    });
    const form = new URLSearchParams({ grant_type: 'password', username: email, password });
    const granted = (await (
      await fetch(`${url}/oauth/token`, { method: 'POST', headers: { accept: 'application/json', ...key }, body: form })
    ).json()) as Fields;
    const headers = { ...json, authorization: `Bearer ${granted['access_token'] ?? ''}` };
    const accounts = (await (await fetch(`${url}/accounts`, { headers })).json()) as { id: number; currency: string }[];
    return new Customer(url, headers, accounts.find(({ currency }) => currency === 'USD')?.id ?? 0, instruments);
  }

  async tradeUntil(end: number): Promise<void> {
    while (performance.now() < end) {
      await this.act().catch(() => this.counts.failed++);
      await pause(300 + Math.random() * 1_400);
    }
  }

  private async act(): Promise<void> {
    const turn = Math.random();
    const instrument = this.instruments[Math.floor(Math.random() * this.instruments.length)] ?? 1;
    const side = Math.random() < 0.5 ? 'Buy' : 'Sell';
    await (await fetch(`${this.url}/marketdata?instrument_ids=${instrument}`, { headers: this.headers })).text();
    if (turn < 0.6) await this.take(instrument, side);
    else if (turn < 0.85) await this.leave(instrument, side);
    else await this.withdraw();
  }

  private async take(instrument: number, side: string): Promise<void> {
    const order = await this.send({
      action_type: 'MarketOrderSub',
      acct_id: this.acctId,
      instrument_id: instrument,
      side,
      quantity: 1,
    });
    if (order === null) return;
    this.counts.market++;
    if (order['filled_quantity'] === 1) this.counts.filled++;
  }

  /** Half a percent away from the market. */
  private async leave(instrument: number, side: string): Promise<void> {
    const known = (await (
      await fetch(`${this.url}/instruments/${instrument}`, { headers: this.headers })
    ).json()) as Fields;
    const [price, tick] = [Number(known['settlement_price']), Number(known['tick_size'])];
    const ticks = Math.round((price * (side === 'Buy' ? 0.995 : 1.005)) / tick);
    const order = await this.send({
      action_type: 'LimitOrderSub',
      acct_id: this.acctId,
      instrument_id: instrument,
      side,
      time_in_force: 'GTC',
      limit_price: Number((ticks * tick).toFixed(8)),
      quantity: 1,
    });
    if (order?.['status'] === 'Open') this.open.push(Number(order['id']));
    this.counts.limits++;
  }

  private async withdraw(): Promise<void> {
    const id = this.open.shift();
    if (id === undefined) return;
    await this.send({ action_type: 'OrderCancellation', order_id: id });
    this.counts.cancels++;
  }

  private async send(action: object): Promise<Fields | null> {
    const answer = await fetch(`${this.url}/orderactions`, {
      method: 'POST',
      headers: this.headers,
      body: JSON.stringify(action),
    });
    const body = (await answer.json()) as { order?: Fields };
    if (answer.status === 201) return body.order ?? null;
    if (answer.status === 422 || answer.status === 409) this.counts.refused++;
    else this.counts.failed++;
    return null;
  }
}
