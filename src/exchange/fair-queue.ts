/**
 * The requests that wait for the next batch, by user, and how many fit into it. Users are served in turn, weighted by number of commands; the
 * requests of one user keep their order. A user without waiting requests comes before users who were served and have
 * more, so that a single order does not wait for lists. One user fills at most a share of the queue, and a user with
 * few commands is admitted to a full queue.
 */
export type QueuedRequest = Readonly<{
  caller: Readonly<{ actingUserId: number }>;
  commands: readonly unknown[];
  since: number;
}>;

/** The maximum number of waiting commands, about a second of work. */
export const QUEUE_MAX = 10_000;
/** Those of one user. */
export const SHARE_MAX = 2_500;
/** A user with fewer waiting commands is admitted to a full queue. */
const ALWAYS_ADMITTED = 100;
/** The share of the clock and the sandbox, which no user controls. */
const SYSTEM_USER = 0;
/** Commands of one user before the next user's turn. A user with more waiting commands is a heavy user. */
const TURN = 50;
/**
 * Batches stay smaller for this time after a heavy and another user were served, because the other user waits for the
 * batch in progress.
 */
const MIXED_MS = 1_000;
const MIXED_SHARE = 1 / 3;

class Batch<Waiting extends QueuedRequest> {
  readonly requests: Waiting[] = [];
  commands = 0;

  add(served: readonly Waiting[]): number {
    const commands = countCommands(served);
    this.requests.push(...served);
    this.commands += commands;
    return commands;
  }
}

export class FairQueue<Waiting extends QueuedRequest> {
  /** Requests of users who had nothing waiting, and of served users with more; the first user is next. */
  private readonly newCallers = new Map<number, Waiting[]>();
  private readonly served = new Map<number, Waiting[]>();
  /** Whether a served user did not fit into the last batch: that user begins the next one. */
  private isServedUserNext = false;
  private heavyAt = -Infinity;
  private lightAt = -Infinity;
  private readonly counts = new Map<number, number>();
  private total = 0;

  get isEmpty(): boolean {
    return this.newCallers.size === 0 && this.served.size === 0;
  }

  /** False when the queue is full. */
  add(waiting: Waiting): boolean {
    const { actingUserId } = waiting.caller;
    const own = this.counts.get(actingUserId) ?? 0;
    const commands = waiting.commands.length;
    if (!this.hasCapacity(own, commands, actingUserId === SYSTEM_USER ? QUEUE_MAX : SHARE_MAX)) return false;
    this.count(actingUserId, commands);
    const line = this.newCallers.get(actingUserId) ?? this.served.get(actingUserId);
    if (line === undefined) this.newCallers.set(actingUserId, [waiting]);
    else line.push(waiting);
    return true;
  }

  /** Takes the next batch: at most this many commands, but at least one request. */
  take(commandsMax: number, now = performance.now()): Waiting[] {
    const batch = new Batch<Waiting>();
    const isMixed = Math.min(this.heavyAt, this.lightAt) > now - MIXED_MS;
    const max = isMixed ? Math.ceil(commandsMax * MIXED_SHARE) : commandsMax;
    const isServedUserWaiting = this.served.size > 0;
    if (this.isServedUserNext) this.serveNext(this.served, batch, { max, now });
    const beganWithServedUser = batch.commands > 0;
    // After a large request of a served user, new users still have one turn.
    const maxWithNewCallers = Math.max(max, batch.commands + TURN);
    while (this.serveNext(this.newCallers, batch, { max: maxWithNewCallers, now }));
    const before = batch.commands;
    while (this.serveNext(this.served, batch, { max, now }));
    this.isServedUserNext = isServedUserWaiting && !beganWithServedUser && batch.commands === before;
    return batch.requests;
  }

  /** Removes the requests that have waited since before this time. */
  takeLate(before: number): Waiting[] {
    return this.takeIf(({ since }) => since < before);
  }

  takeAll(): Waiting[] {
    return this.takeIf(() => true);
  }

  private hasCapacity(own: number, commands: number, share: number): boolean {
    // One request may exceed the share, for example a file of statements.
    if (commands > QUEUE_MAX || (own > 0 && own + commands > share)) return false;
    return this.total + commands <= QUEUE_MAX || own + commands <= ALWAYS_ADMITTED;
  }

  /** Takes a turn of the first user, who then is last among the served ones. Returns false if it does not fit. */
  private serveNext(
    users: Map<number, Waiting[]>,
    batch: Batch<Waiting>,
    { max, now }: Readonly<{ max: number; now: number }>,
  ): boolean {
    const [next] = users;
    if (next === undefined) return false;
    const [user, line] = next;
    const requests = takeTurn(line, batch.commands === 0 ? Infinity : max - batch.commands);
    if (requests.length === 0) return false;
    if ((this.counts.get(user) ?? 0) > TURN) this.heavyAt = now;
    else this.lightAt = now;
    this.count(user, -batch.add(requests));
    users.delete(user);
    if (line.length > 0) this.served.set(user, line);
    return true;
  }

  private takeIf(isMeant: (waiting: Waiting) => boolean): Waiting[] {
    const taken: Waiting[] = [];
    for (const users of [this.served, this.newCallers]) {
      for (const [user, line] of users) {
        const matching = line.filter(isMeant);
        taken.push(...matching);
        this.count(user, -countCommands(matching));
        const rest = line.filter((waiting) => !isMeant(waiting));
        if (rest.length > 0) users.set(user, rest);
        else users.delete(user);
      }
    }
    return taken;
  }

  private count(user: number, commands: number): void {
    const count = (this.counts.get(user) ?? 0) + commands;
    this.total += commands;
    if (count === 0) this.counts.delete(user);
    else this.counts.set(user, count);
  }
}

/** Takes the first requests of a user up to a turn; none if the first does not fit. */
function takeTurn<Waiting extends QueuedRequest>(line: Waiting[], capacity: number): Waiting[] {
  let end = 0;
  for (let commands = 0; end < line.length; end++) {
    commands += line[end]?.commands.length ?? 0;
    if (commands > capacity || (end > 0 && commands > TURN)) break;
  }
  return line.splice(0, end);
}

/** The target duration of a batch. Commands that arrive meanwhile wait for its end. */
const BATCH_MS = 15;
/** Bounds of a batch on any machine: fewer commands are not worth a transaction, more delay the first one. */
const BATCH_MIN = 100;
const BATCH_MAX = 1_000;

/** The number of commands that recent batches executed and wrote in `BATCH_MS`. */
export class BatchSize {
  private commands = BATCH_MIN;

  get max(): number {
    return this.commands;
  }

  /** Small batches do not show the cost of a command: most of their time is the commit. */
  measure(commands: number, milliseconds: number): void {
    if (commands < BATCH_MIN / 2) return;
    const fits = (commands / milliseconds) * BATCH_MS;
    this.commands = Math.round(Math.min(BATCH_MAX, Math.max(BATCH_MIN, (3 * this.commands + fits) / 4)));
  }
}

const countCommands = (requests: readonly QueuedRequest[]): number =>
  requests.reduce((sum, { commands }) => sum + commands.length, 0);
