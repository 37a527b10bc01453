/**
 * The load, in a process of its own: controlled by its parent whom to send to and for how long, it tells what came of it. It lives as long
 * as the server that it is aimed at, because it remembers which orders of the server rest.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { cpuSeconds, databaseCpuSeconds } from '../support/processes.js';
import { type LoadEndpoint, Lane } from './lane.js';
import { SocketLane } from './socket-lane.js';
import { type Action, type Market, Mix } from './mix.js';

/** Who is measured: an endpoint, what can be traded there, its process, and the data directory of its PostgreSQL if it has one. */
export type Aim = Readonly<{ endpoint: LoadEndpoint; market: Market; pid: number; dataDir: string | null }>;

/**
 * `perRequest` above 1 sends batches. `fill` sends so many orders that rest deep in the book, instead of the mix for some seconds.
 * With `isNamed`, orders have client order ids. With `inFlight` above 0, the order stream takes them, so many at once on each connection.
 */
export type Run = Readonly<{
  connections: number;
  perRequest: number;
  seconds: number;
  fill: number;
  isNamed: boolean;
  inFlight: number;
}>;

/** What came of it. Times of answers in milliseconds, processor time in microseconds per action. */
export type Outcome = Readonly<{
  actions: number;
  perSecond: number;
  p50: number;
  p99: number;
  server: number;
  database: number;
  load: number;
  /** How often each status was answered, and in batches each refusal. */
  answers: Readonly<Record<string, number>>;
}>;

type Result = Readonly<{ status?: unknown; code?: unknown; order?: Readonly<{ id?: number }> | null }>;

/** One round: every connection sends, waits for the answer, and sends again; over the order stream, several at a time. */
class Round {
  private readonly times: number[] = [];
  private readonly answers: Record<string, number> = {};
  private actions = 0;
  private filled = 0;
  private end = Infinity;
  private isCounting = false;

  constructor(
    private readonly aim: Aim,
    private readonly mix: Mix,
    private readonly run: Run,
  ) {}

  async measure(): Promise<Outcome> {
    const { connections, seconds, fill, isNamed, inFlight } = this.run;
    this.mix.isNamed = isNamed;
    const { endpoint } = this.aim;
    const lanes = await Promise.all(
      Array.from({ length: connections }, () => (inFlight > 0 ? SocketLane.to(endpoint) : Lane.to(endpoint))),
    );
    const workers = lanes.flatMap((lane) => Array.from({ length: Math.max(1, inFlight) }, () => this.work(lane)));
    const over = Promise.all(workers);
    // What is sent first warms the server up and counts for nothing, unless the book is being filled.
    if (fill === 0) await pause(Math.min(1_000, seconds * 250));
    this.isCounting = true;
    const [before, began] = [await this.used(), performance.now()];
    if (fill === 0) await pause(seconds * 1_000);
    else await over;
    const took = (performance.now() - began) / 1_000;
    const [counted, after] = [this.actions, await this.used()];
    this.isCounting = false;
    this.end = 0;
    await over;
    for (const lane of lanes) lane.close();
    const times = Float64Array.from(this.times).sort();
    const at = (share: number): number => times[Math.floor(times.length * share)] ?? NaN;
    const per = (one: number, other: number): number => ((one - other) * 1e6) / counted;
    const [server, database, load] = [
      per(after.server, before.server),
      per(after.database, before.database),
      per(after.load, before.load),
    ];
    return {
      actions: counted,
      perSecond: counted / took,
      p50: at(0.5),
      p99: at(0.99),
      server,
      database,
      load,
      answers: this.answers,
    };
  }

  private async used(): Promise<{ server: number; database: number; load: number }> {
    const { pid, dataDir } = this.aim;
    const [server, database] = await Promise.all([cpuSeconds(pid), dataDir === null ? 0 : databaseCpuSeconds(dataDir)]);
    const { user, system } = process.cpuUsage();
    return { server, database, load: (user + system) / 1e6 };
  }

  private work(lane: Lane | SocketLane): Promise<void> {
    return new Promise((resolve) => {
      const turn = (): void => {
        if (performance.now() >= this.end || (this.run.fill > 0 && this.filled >= this.run.fill)) {
          resolve();
          return;
        }
        const actions = this.actionsOfOneRequest();
        const body =
          actions.length === 1
            ? (actions[0]?.text ?? '')
            : `{"actions":[${actions.map(({ text }) => text).join(',')}]}`;
        const began = performance.now();
        lane.post(body, (status, answer) => {
          this.note(status, performance.now() - began, actions, answer);
          if (status === 0) resolve();
          else if (status === 503) setTimeout(turn, 50);
          else turn();
        });
      };
      turn();
    });
  }

  private actionsOfOneRequest(): readonly Action[] {
    const { perRequest, fill } = this.run;
    this.filled += perRequest;
    return Array.from({ length: perRequest }, () => (fill > 0 ? this.mix.deep() : this.mix.next()));
  }

  private note(status: number, milliseconds: number, actions: readonly Action[], answer: string): void {
    if (this.isCounting) {
      this.times.push(milliseconds);
      this.actions += actions.length;
      this.answers[status] = (this.answers[status] ?? 0) + 1;
    }
    if (status < 200 || status > 299) this.complain(status, answer);
    else if (actions.length > 1) this.learnBatch(actions, answer);
    else if (actions[0]?.isFar === true) this.mix.learn(actions[0], orderIn(answer));
  }

  private learnBatch(actions: readonly Action[], answer: string): void {
    const results = resultsIn(answer);
    actions.forEach((action, n) => {
      const { status, code, order } = results[n] ?? {};
      if (typeof order?.id === 'number') this.mix.learn(action, order.id);
      if (this.isCounting && status !== 'Accepted') {
        const word = typeof code === 'string' ? code : 'no code';
        this.answers[word] = (this.answers[word] ?? 0) + 1;
      }
    });
  }

  /** The first of each status is shown; a benchmark of refusals would be a fast one. */
  private complain(status: number, answer: string): void {
    if ((this.answers[status] ?? 0) < 2) console.error(`answered ${status}: ${answer.slice(0, 300)}`);
  }
}

let unknown = 1;

/** An echo returns no number; any will do for the cancel that is echoed next. */
function orderIn(answer: string): number {
  const found = /"order":\{"id":(\d+)/.exec(answer)?.[1];
  return found === undefined ? unknown++ : Number(found);
}

function resultsIn(answer: string): readonly Result[] {
  const parsed: unknown = JSON.parse(answer);
  const list: unknown = Array.isArray(parsed) ? parsed : Object.values(parsed as object).find(Array.isArray);
  return (list ?? []) as readonly Result[];
}

let crowd: Readonly<{ aim: Aim; mix: Mix }> | null = null;

process.on('message', (message: Aim | Run) => {
  if ('endpoint' in message) crowd = { aim: message, mix: new Mix(message.market) };
  else if (crowd) void new Round(crowd.aim, crowd.mix, message).measure().then((outcome) => process.send?.(outcome));
});
process.once('disconnect', () => process.exit(0));
