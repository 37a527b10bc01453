/** Clients that repeat a POST under one `Idempotency-Key` until it is answered 2xx, one of them many times at once, and the judge of what came of it. */
import { setTimeout as pause } from 'node:timers/promises';
import { query } from '../support/postgres-service.js';
import { type HttpTradingSetup, tradingEnvironment, MID_PRICE } from '../support/trading-over-http.js';

/** What is posted. `count` counts what came of it: the number that stands for this post occurs in nothing else. */
type Post = Readonly<{ path: string; body: object; count: string; isBasic?: boolean }>;

type IdempotentResponse = Readonly<{ key: string; post: Post; status: number; text: string }>;
type Answer = Readonly<{ status: number; text: string; isReplayed: boolean }>;

type Context = Readonly<{ floor: HttpTradingSetup; owner: number; yesterday: string }>;

/** One endpoint each: those that write through MikroORM, and those whose effect is a command of the exchange. */
const posts: readonly ((n: number, context: Context) => Post)[] = [
  (n) => ({
    path: '/oauth/client',
    body: { name: `Key ${n}` },
    count: `select count(*) from clients where name = 'Key ${n}'`,
  }),
  (n, { owner }) => ({
    path: '/accounts',
    body: { owner_id: owner, name: `Account ${n}`, currency: 'USD' },
    count: `select count(*) from accounts where name = 'Account ${n}'`,
  }),
  (n, { floor, yesterday }) => ({
    path: `/accounts/${floor.accounts[0]}/moneyvals`,
    body: { cash_balance: n, net_liq: n, as_of: yesterday },
    count: `select count(*) from money_values where cash_balance = ${n}0000`,
  }),
  (n, { floor, yesterday }) => ({
    path: '/refpositions',
    body: {
      acct_id: floor.accounts[1],
      as_of: yesterday,
      position: [{ instrument_id: floor.instruments[0], quantity: n, price: MID_PRICE }],
    },
    count: `select count(*) from stated_positions where quantity = ${n}`,
  }),
  (n) => ({
    path: '/users',
    body: { email: `user${n}@example.test`, first_name: 'Ada', last_name: 'Post', password: `a password for ${n}` },
    count: `select count(*) from users where email = 'user${n}@example.test'`,
    isBasic: true,
  }),
  (n) => ({
    path: '/productgroups',
    body: {
      ...{
        symbol: `G${n}`,
        name: `Group ${n}`,
        exchange: 'FLOOR',
        currency: 'USD',
        timezone: 'UTC',
        initial_margin: 100,
        maintenance_margin: 90,
      },
      session_calendar: { session_start_times: [0], session_end_times: [1440] },
    },
    count: `select count(*) from product_groups where symbol = 'G${n}'`,
  }),
  (n) => ({
    path: '/webhooks',
    body: { url: `https://receiver.example.test/${n}` },
    count: `select count(*) from webhooks where url = 'https://receiver.example.test/${n}'`,
  }),
];

/** Before the next try. Fifty that try as often as one would keep the machine busy. */
const PAUSE_MS = { replayed: 20, copies: 200 } as const;

/** A key may have twenty of them, those of an earlier crowd included. */
const WEBHOOKS_MAX = 8;

/** Everything empty is what a service gives that keeps its promise. */
export type KeyedFindings = { lost: string[]; doubled: string[]; changed: string[] };

export class KeyedClients {
  readonly answered: IdempotentResponse[] = [];
  /** A request without a response whose copy got something else than 2xx or 503 from the next process. */
  readonly surprises: string[] = [];
  readonly counts = { unanswered: 0, busy: 0, replayed: 0, copies: 0 };
  private isOver = false;
  private working: Promise<unknown> = Promise.resolve();
  private next = 1;
  private webhooks = 0;

  constructor(
    private readonly url: string,
    private readonly context: Context,
    private readonly prefix: string,
    firstNumber: number,
  ) {
    this.next = firstNumber;
  }

  /** One of them sends `copies` of each of its posts at the same time. */
  begin(clients: number, copies: number): void {
    this.working = Promise.all(Array.from({ length: clients }, (_, client) => this.work(client === 0 ? copies : 1)));
  }

  async finish(): Promise<void> {
    this.isOver = true;
    await this.working;
  }

  /** Looks for everything that was answered, and sends each once more. */
  async judge(database: string): Promise<KeyedFindings> {
    const findings: KeyedFindings = { lost: [], doubled: [], changed: [] };
    for (const one of this.answered) {
      const [row] = await query(database, one.post.count);
      const count = Number(row?.['count']);
      const name = `${one.post.path} under ${one.key}`;
      if (count !== 1) findings[count === 0 ? 'lost' : 'doubled'].push(name);
      const copy = await this.send(one.key, one.post);
      if (!isTheSame(one, copy))
        findings.changed.push(`${name}: ${one.status} ${one.text}, then ${JSON.stringify(copy)}`);
    }
    return findings;
  }

  private async work(copies: number): Promise<void> {
    while (!this.isOver) {
      const n = this.next++;
      const make = posts[n % posts.length];
      const post = make?.(n, this.context);
      if (post === undefined || (post.path === '/webhooks' && ++this.webhooks > WEBHOOKS_MAX)) continue;
      await this.sendCopies(`${this.prefix}-${n}`, post, copies);
      await pause(5);
    }
  }

  /** All copies have to be answered alike. */
  private async sendCopies(key: string, post: Post, copies: number): Promise<void> {
    const answers = await Promise.all(
      Array.from({ length: copies }, () => this.insist(key, post, copies > 1 ? 'copies' : 'replayed')),
    );
    const [first = null] = answers;
    if (first !== null) this.answered.push({ key, post, ...first });
    const other = answers.find((answer) => answer?.text !== first?.text);
    if (other !== undefined) this.surprises.push(`${post.path} under ${key}: ${JSON.stringify([first, other])}`);
  }

  private async insist(key: string, post: Post, kind: keyof typeof PAUSE_MS): Promise<Answer | null> {
    let hasHeard = true;
    for (;;) {
      const answer = await this.send(key, post);
      if (answer !== null && isDone(answer)) {
        this.counts[kind] += answer.isReplayed ? 1 : 0;
        return answer;
      }
      const isFinal =
        answer !== null && !this.mayRepeat(`${post.path} under ${key}`, answer, hasHeard || kind === 'copies');
      if (isFinal) return null;
      this.counts[answer ? 'busy' : 'unanswered']++;
      hasHeard = answer !== null;
      await pause(PAUSE_MS[kind]);
    }
  }

  /** After a 503 of a live process, the copy may still be in progress. After a death of the process, nobody is waited for. */
  private mayRepeat(name: string, { status, text }: Answer, hasHeard: boolean): boolean {
    if (status === 503) return true;
    const isUnderWay = text.includes('request_under_way');
    if (!isUnderWay || !hasHeard) this.surprises.push(`${name}: ${status} ${text}`);
    return isUnderWay;
  }

  private async send(key: string, { path, body, isBasic = false }: Post): Promise<Answer | null> {
    const { BOOTSTRAP_CLIENT_ID: id, BOOTSTRAP_CLIENT_SECRET: secret } = tradingEnvironment;
    const authorization = isBasic
      ? `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
      : `Bearer ${this.context.floor.token}`;
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization,
      'idempotency-key': key,
    };
    try {
      const answer = await fetch(`${this.url}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(10_000),
      });
      return {
        status: answer.status,
        text: await answer.text(),
        isReplayed: answer.headers.get('idempotent-replayed') === 'true',
      };
    } catch {
      return null;
    }
  }
}

const isTheSame = ({ status, text }: IdempotentResponse, copy: Answer | null): boolean =>
  copy?.isReplayed === true && copy.status === status && copy.text === text;

const isDone = ({ status }: Answer): boolean => status >= 200 && status < 300;
