/** Users who send as many orders as they can at a service of its own process, and the tally of what they are answered. */
import { setTimeout as pause } from 'node:timers/promises';
import { query } from '../support/postgres-service.js';
import { type HttpTradingSetup, tradingEnvironment, MID_PRICE, TICK_SIZE } from '../support/trading-over-http.js';

const PASSWORD = 'a password of a sender';
const MONEY = 100_000_000_000;
const json = { accept: 'application/json', 'content-type': 'application/json' };

/** A user with an account of their own. */
export type Sender = Readonly<{ token: string; account: number }>;

async function ask(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  const answer = await fetch(url, init);
  const body = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}: ${JSON.stringify(body)}`);
  return body;
}

/** Each a user of their own, who came by the API key of the floor's host. */
export async function openSenders(url: string, floor: HttpTradingSetup, count: number): Promise<Sender[]> {
  const { BOOTSTRAP_CLIENT_ID: id, BOOTSTRAP_CLIENT_SECRET: secret } = tradingEnvironment;
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const host = { ...json, authorization: `Bearer ${floor.token}` };
  const senders: Sender[] = [];
  for (let n = 0; n < count; n++) {
    const email = `sender${n}@example.test`;
    const user = await ask(`${url}/users`, {
      method: 'POST',
      headers: { ...json, authorization },
      body: JSON.stringify({ email, first_name: 'Ada', last_name: 'Sender', password: PASSWORD }),
    });
    const token = await ask(`${url}/oauth/token`, {
      method: 'POST',
      headers: { accept: 'application/json', authorization },
      body: new URLSearchParams({ grant_type: 'password', username: email, password: PASSWORD }),
    });
    const account = await ask(`${url}/accounts`, {
      method: 'POST',
      headers: host,
      body: JSON.stringify({ owner_id: user['id'], name: `Sender ${n}`, currency: 'USD' }),
    });
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await ask(`${url}/accounts/${String(account['id'])}/moneyvals`, {
      method: 'POST',
      headers: host,
      body: JSON.stringify({ cash_balance: MONEY, net_liq: MONEY, as_of: yesterday }),
    });
    senders.push({ token: String(token['access_token']), account: Number(account['id']) });
  }
  return senders;
}

/** Buys far below the market, which rest. */
const resting = (account: number, instrument: number | undefined): object => ({
  ...{ action_type: 'LimitOrderSub', acct_id: account, instrument_id: instrument, side: 'Buy', time_in_force: 'GTC' },
  ...{ limit_price: MID_PRICE - 100 * TICK_SIZE, quantity: 1 },
});

/** What one or more senders were answered. */
export class SentOrders {
  /** How often each answer came: a status, with the code of a refusal. */
  readonly answers: Record<string, number> = {};
  readonly withoutRetryAfter: string[] = [];
  /** How long the acknowledged ones took. */
  readonly milliseconds: number[] = [];
  /** Orders that were acknowledged, by account. */
  readonly acknowledged = new Map<number, number>();

  at(share: number): number {
    return this.milliseconds.toSorted((a, b) => a - b)[Math.floor(this.milliseconds.length * share)] ?? NaN;
  }

  get orders(): number {
    return [...this.acknowledged.values()].reduce((sum, count) => sum + count, 0);
  }

  note(account: number, orders: number, milliseconds: number): void {
    this.count('201');
    this.milliseconds.push(milliseconds);
    this.acknowledged.set(account, (this.acknowledged.get(account) ?? 0) + orders);
  }

  refuse(answer: Response | null, text: string | null | undefined): void {
    const name =
      answer === null || typeof text !== 'string'
        ? 'no answer'
        : `${answer.status} ${String((JSON.parse(text) as { code?: string }).code)}`;
    this.count(name);
    if (answer?.headers.get('retry-after') === null) this.withoutRetryAfter.push(name);
  }

  private count(answer: string): void {
    this.answers[answer] = (this.answers[answer] ?? 0) + 1;
  }
}

type Plan = Readonly<{ url: string; instrument: number | undefined; isOver: () => boolean }>;

/** Sends lists of so many orders, one after the other, with a pause after each; after a refusal without one, whatever `Retry-After` says. */
export async function sendOrders(
  { token, account }: Sender,
  { url, instrument, isOver }: Plan,
  { perRequest, pauseMs = 0 }: Readonly<{ perRequest: number; pauseMs?: number }>,
  tally: SentOrders,
): Promise<void> {
  const order = resting(account, instrument);
  const body = JSON.stringify(perRequest === 1 ? order : { actions: Array.from({ length: perRequest }, () => order) });
  while (!isOver()) {
    const began = performance.now();
    const headers = { ...json, authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/orderactions`, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(15_000),
    }).catch(() => null);
    const text = await answer?.text().catch(() => null);
    if (answer?.ok === true && typeof text === 'string') tally.note(account, perRequest, performance.now() - began);
    else tally.refuse(answer, text);
    await pause(answer === null ? 50 : answer.ok ? pauseMs : 0);
  }
}

/** Accounts whose acknowledged orders are not exactly those that are there. */
export async function differencesOf(tally: SentOrders, database: string): Promise<{ lost: number; doubled: number }> {
  const found = { lost: 0, doubled: 0 };
  for (const [account, acknowledged] of tally.acknowledged) {
    const [row] = await query(database, `select count(*) as count from orders where acct_id = ${account}`);
    const difference = Number(row?.['count']) - acknowledged;
    if (difference < 0) found.lost -= difference;
    else found.doubled += difference;
  }
  return found;
}
