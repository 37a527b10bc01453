/**
 * Those who wait for the next batch, by user. Users are served in turn, by the number of their commands; the requests of one user
 * stay in their order. One user fills no more than a share of the queue, and whoever has hardly anything in it gets in although it
 * is full.
 */
type Entry = Readonly<{ caller: Readonly<{ actingUserId: number }>; given: readonly unknown[]; since: number }>;

/** Commands that may wait, about a second of work. */
export const QUEUE_MAX = 10_000;
/** Those of one user. */
export const SHARE_MAX = 2_500;
/** Those of a user who gets in although the queue is full. */
const ALWAYS_ADMITTED = 100;
/** The clock and the sandbox, which nobody can drive. */
const SYSTEM_USER = 0;
/** What one user has carried out before it is the next one's turn. */
const TURN = 50;

export class FairQueue<Waiting extends Entry> {
  /** The user whose turn it is stands first. */
  private readonly users = new Map<number, Waiting[]>();
  private readonly counts = new Map<number, number>();
  private total = 0;

  get isEmpty(): boolean {
    return this.users.size === 0;
  }

  /** Whether there was room. */
  add(waiting: Waiting): boolean {
    const { actingUserId } = waiting.caller;
    const own = this.counts.get(actingUserId) ?? 0;
    const commands = waiting.given.length;
    if (!this.hasRoom(own, commands, actingUserId === SYSTEM_USER ? QUEUE_MAX : SHARE_MAX)) return false;
    this.count(actingUserId, commands);
    const line = this.users.get(actingUserId);
    if (line === undefined) this.users.set(actingUserId, [waiting]);
    else line.push(waiting);
    return true;
  }

  /** The next batch: no more than so many commands, but at least one request. */
  take(commandsMax: number): Waiting[] {
    const taken: Waiting[] = [];
    let commands = 0;
    for (let next = this.users.entries().next(); !next.done; next = this.users.entries().next()) {
      const [user, line] = next.value;
      const served = this.serve(line, taken.length === 0 ? Infinity : commandsMax - commands);
      if (served.length === 0) break;
      taken.push(...served);
      const count = commandsOf(served);
      commands += count;
      this.count(user, -count);
      this.users.delete(user);
      if (line.length > 0) this.users.set(user, line);
      if (commands >= commandsMax) break;
    }
    return taken;
  }

  /** Takes out whoever has waited since before this moment. */
  takeLate(before: number): Waiting[] {
    return this.takeIf(({ since }) => since < before);
  }

  takeAll(): Waiting[] {
    return this.takeIf(() => true);
  }

  private hasRoom(own: number, commands: number, share: number): boolean {
    // One request may be larger than a share: a file of statements is.
    if (commands > QUEUE_MAX || (own > 0 && own + commands > share)) return false;
    return this.total + commands <= QUEUE_MAX || own + commands <= ALWAYS_ADMITTED;
  }

  /** The first requests of a line, up to a turn; nothing if the first is larger than the room. */
  private serve(line: Waiting[], room: number): Waiting[] {
    let end = 0;
    for (let commands = 0; end < line.length; end++) {
      commands += line[end]?.given.length ?? 0;
      if (commands > room || (end > 0 && commands > TURN)) break;
    }
    return line.splice(0, end);
  }

  private takeIf(isMeant: (waiting: Waiting) => boolean): Waiting[] {
    const taken: Waiting[] = [];
    for (const [user, line] of this.users) {
      const meant = line.filter(isMeant);
      if (meant.length === 0) continue;
      taken.push(...meant);
      this.count(user, -commandsOf(meant));
      const rest = line.filter((waiting) => !isMeant(waiting));
      if (rest.length > 0) this.users.set(user, rest);
      else this.users.delete(user);
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

const commandsOf = (requests: readonly Entry[]): number => requests.reduce((sum, { given }) => sum + given.length, 0);
