/** Clients as the interface asks for them: each order has an id of its own, and is sent again under that id until it is answered. */
import { setTimeout as pause } from 'node:timers/promises';
import { fetchPatiently } from './patient-fetch.js';
import { type HttpTradingSetup, MID_PRICE, TICK_SIZE } from './trading-over-http.js';

/** An order that the service has answered for. `orderId` is null where a rule refused it. */
export type AcknowledgedActions = {
  clientOrderId: string;
  acctId: number;
  side: 'Buy' | 'Sell';
  quantity: number;
  status: number;
  orderId: number | null;
  filled: number;
  isCancelled: boolean;
};

/** Which of the services a client asks next. */
type Way = { next: number };

type Answer = Readonly<{
  status: number;
  isReplay: boolean;
  body: { code?: string; order?: { id: number; filled_quantity: number } | null };
}>;

/** What a client expects of an order: done, done before, or refused by a rule; and of a cancel that there was nothing left to cancel. */
const isAnswer = (status: number): boolean => [200, 201, 409, 422].includes(status);

export class Traders {
  /** How often an answer did not come, was a replay, was "come again"; and what nobody should ever be answered. */
  readonly counts = { unanswered: 0, replayed: 0, busy: 0 };
  /** How often a client was asked to come again, by the code of the answer. */
  readonly refusals: Record<string, number> = {};
  readonly surprises: string[] = [];
  /** The longest wait for any answer, 503 included, in milliseconds. */
  slowestAnswer = 0;
  private isOver = false;
  private isAbandoned = false;
  private working: Promise<unknown> = Promise.resolve();
  private state: number;
  private readonly patienceMs: number;

  constructor(
    /** One or more services on one database: a client that is not served at one asks the next. */
    private readonly urls: readonly string[],
    private readonly floor: HttpTradingSetup,
    readonly seed: number,
    readonly acknowledged: AcknowledgedActions[],
  ) {
    this.state = seed;
    this.patienceMs = urls.length === 1 ? 10_000 : 2_000;
  }

  /** Ids are distinguished by the seed from those of an earlier crowd. */
  begin(traders: number): void {
    this.working = Promise.all(Array.from({ length: traders }, (_, n) => this.trade(`${this.seed}-${n}`, n)));
  }

  /** Nobody insists any longer: the test is over, and the service is gone. */
  abandon(): void {
    this.isAbandoned = this.isOver = true;
  }

  /** Nothing new is begun; what was begun is brought to its end. */
  async finish(): Promise<void> {
    this.isOver = true;
    await this.working;
  }

  private async trade(name: string, first: number): Promise<void> {
    const way = { next: first };
    for (let n = 0; !this.isOver; n++) {
      const order = await this.submit(`${name}-${n}`, way);
      if (order && order.orderId !== null && this.below(4) === 0) await this.cancel(order, way);
      await pause(5 + this.below(10));
    }
  }

  private async submit(clientOrderId: string, way: Way): Promise<AcknowledgedActions | null> {
    const { accounts, instruments } = this.floor;
    const acctId = accounts[this.below(accounts.length)] ?? 0;
    const [side, quantity] = [this.below(2) === 0 ? ('Buy' as const) : ('Sell' as const), 1 + this.below(5)];
    // Every twentieth is beside the grid, and is refused by a rule: that answer has to last as well.
    const price = MID_PRICE + (this.below(9) - 4) * TICK_SIZE + (this.below(20) === 0 ? TICK_SIZE / 5 : 0);
    const answer = await this.insist(way, {
      ...{
        action_type: 'LimitOrderSub',
        acct_id: acctId,
        instrument_id: instruments[this.below(instruments.length)],
        side,
      },
      ...{ time_in_force: 'GTC', limit_price: price, quantity, client_order_id: clientOrderId },
    });
    if (answer === null) return null;
    const accepted = answer.status === 422 ? null : answer.body.order;
    const order = {
      clientOrderId,
      acctId,
      side,
      quantity,
      status: answer.status,
      orderId: accepted?.id ?? null,
      filled: accepted?.filled_quantity ?? 0,
      isCancelled: false,
    };
    this.acknowledged.push(order);
    return order;
  }

  private async cancel(order: AcknowledgedActions, way: Way): Promise<void> {
    const answer = await this.insist(way, {
      action_type: 'OrderCancellation',
      acct_id: order.acctId,
      client_order_id: order.clientOrderId,
    });
    order.isCancelled = answer !== null;
  }

  /** Sends it until there is an answer. */
  private async insist(way: Way, action: object): Promise<Answer | null> {
    while (!this.isAbandoned) {
      const answer = await this.ask(this.urls[way.next % this.urls.length] ?? '', action);
      if (answer && isAnswer(answer.status)) {
        if (answer.isReplay) this.counts.replayed++;
        return answer;
      }
      if (answer && answer.status !== 503) {
        this.surprises.push(`${answer.status}: ${JSON.stringify(answer.body)}`);
        return null;
      }
      this.countRefusal(answer);
      way.next++;
      await pause(20 + this.below(30));
    }
    return null;
  }

  private countRefusal(answer: Answer | null): void {
    this.counts[answer ? 'busy' : 'unanswered']++;
    const code = answer?.body.code ?? 'no answer';
    this.refusals[code] = (this.refusals[code] ?? 0) + 1;
  }

  private async ask(url: string, action: object): Promise<Answer | null> {
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: `Bearer ${this.floor.token}`,
    };
    const asked = performance.now();
    try {
      const answer = await fetch(`${url}/orderactions`, {
        method: 'POST',
        headers,
        body: JSON.stringify(action),
        signal: AbortSignal.timeout(this.patienceMs),
      });
      return {
        status: answer.status,
        isReplay: answer.headers.get('idempotent-replayed') === 'true',
        body: JSON.parse(await answer.text()),
      };
    } catch {
      return null;
    } finally {
      this.slowestAnswer = Math.max(this.slowestAnswer, performance.now() - asked);
    }
  }

  private below(limit: number): number {
    this.state = (Math.imul(this.state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (this.state >>> 8) % limit;
  }
}

type Order = Readonly<{ id: number; side: string; quantity: number; filled_quantity: number; status: string }>;

/** What became of what was answered. Everything but the two sums should be empty. */
export type Findings = { lost: string[]; doubled: string[]; changed: string[]; bought: number; sold: number };

/** Asks for every order that a user was answered for. */
export async function lookFor(
  orders: readonly AcknowledgedActions[],
  url: string,
  { token }: HttpTradingSetup,
): Promise<Findings> {
  const findings: Findings = { lost: [], doubled: [], changed: [], bought: 0, sold: 0 };
  const left = [...orders];
  const look = async (): Promise<void> => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) {
      const answer = await fetchPatiently(`${url}/orders?acct_id=${one.acctId}&client_order_id=${one.clientOrderId}`, {
        headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      });
      if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
      judge(one, (await answer.json()) as Order[], findings);
    }
  };
  await Promise.all(Array.from({ length: 8 }, look));
  return findings;
}

function judge(one: AcknowledgedActions, found: readonly Order[], findings: Findings): void {
  const [order, ...more] = found;
  const name = `${one.clientOrderId} of account ${one.acctId}, answered ${one.status}`;
  if (order === undefined) findings.lost.push(name);
  else if (more.length > 0) findings.doubled.push(name);
  else if (!isTheSame(one, order)) findings.changed.push(`${name}: ${JSON.stringify([one, order])}`);
  for (const { side, filled_quantity: filled } of found) findings[side === 'Buy' ? 'bought' : 'sold'] += filled;
}

/** What was filled stays filled, what was canceled stays canceled unless it had been filled before. */
function isTheSame(one: AcknowledgedActions, order: Order): boolean {
  if (one.orderId === null) return order.status === 'Rejected' && order.filled_quantity === 0;
  const isOver = order.status === 'Cancelled' || order.status === 'Filled';
  return (
    order.id === one.orderId &&
    order.side === one.side &&
    order.quantity === one.quantity &&
    order.filled_quantity >= one.filled &&
    (isOver || !one.isCancelled)
  );
}
