import { PasswordsBusyError } from './user-errors.js';
import { getClientAddress } from '../database/unit-of-work.js';
import { toNetwork } from '../http/network.js';

type WaitingPassword = Readonly<{ start: () => void; refuse: (reason: PasswordsBusyError) => void }>;

/**
 * Hashing a password deliberately costs tens of milliseconds of CPU. This queue hashes a few at once, keeps a few
 * waiting and rejects the rest, so that a flood of sign-ins cannot stall everything else. It serves callers in turn.
 * One caller has at most half of the places; when all are taken, a caller with fewer waiting displaces the last of the
 * caller with the most.
 */
export class PasswordQueue {
  private running = 0;
  private readonly waiting = new FairLines<WaitingPassword>();

  constructor(
    private readonly atOnce: number,
    private readonly waitingMax: number,
  ) {}

  async run<T>(waiter: QueuedUser, work: () => Promise<T>): Promise<T> {
    await this.enter(waiter);
    try {
      return await work();
    } finally {
      // Work after a turn, such as counting a failure, is done before the next turn.
      setImmediate(() => this.releaseSlot());
    }
  }

  get figures(): Readonly<{ running: number; waiting: number }> {
    return { running: this.running, waiting: this.waiting.size };
  }

  private enter(waiter: QueuedUser): Promise<void> | undefined {
    if (this.running < this.atOnce) {
      this.running++;
      return undefined;
    }
    this.evictFor(waiter.caller);
    return new Promise((resolve, reject) => this.waiting.push(waiter, { start: resolve, refuse: reject }));
  }

  private evictFor(caller: string): void {
    const own = this.waiting.countWaiting(caller);
    if (own >= Math.ceil(this.waitingMax / 2)) throw new PasswordsBusyError();
    if (this.waiting.size < this.waitingMax) return;
    const displaced = this.waiting.takeFromLongest(own + 2);
    if (!displaced) throw new PasswordsBusyError();
    displaced.refuse(new PasswordsBusyError());
  }

  /** The next in turn takes over the free place; `running` does not change. */
  private releaseSlot(): void {
    const next = this.waiting.shift();
    if (next) next.start();
    else this.running--;
  }
}

/** A user who changes their own password. */
export const toUserWaiter = (userId: number): QueuedUser => ({ caller: `user ${userId}`, user: '' });

/** The source of a registration: a key, an administrator, or the address of a sign-up. */
export function toRegistrationWaiter(
  { keyId, by }: Readonly<{ keyId: string | null; by?: number }>,
  email: string,
): QueuedUser {
  if (by !== undefined) return toUserWaiter(by);
  return { caller: keyId === null ? toNetwork(getClientAddress() ?? '') : `key ${keyId}`, user: email.toLowerCase() };
}

/** A waiting request: its caller (API key, user or address) and the user it concerns. */
export type QueuedUser = Readonly<{ caller: string; user: string }>;

type CallerLine<Item> = { size: number; readonly users: Map<string, Item[]> };

/**
 * A queue served in turn: one item per caller, and within a caller one per user. The backlog of one caller does not
 * delay the others.
 */
class FairLines<Item> {
  private readonly lines = new Map<string, CallerLine<Item>>();
  private total = 0;

  get size(): number {
    return this.total;
  }

  countWaiting(caller: string): number {
    return this.lines.get(caller)?.size ?? 0;
  }

  push({ caller, user }: QueuedUser, item: Item): void {
    const line = this.lines.get(caller) ?? { size: 0, users: new Map<string, Item[]>() };
    this.lines.set(caller, line);
    const items = line.users.get(user) ?? [];
    line.users.set(user, items);
    items.push(item);
    this.add(line, 1);
  }

  /** The next in turn. */
  shift(): Item | undefined {
    for (const [caller, line] of this.lines) {
      const item = takeNext(line);
      this.add(line, -1);
      this.lines.delete(caller);
      if (line.size > 0) this.lines.set(caller, line);
      return item;
    }
    return undefined;
  }

  /**
   * Removes the last item of the caller with the most, of that caller's user with the most, if it has at least this
   * many.
   */
  takeFromLongest(sizeMin: number): Item | undefined {
    const [longest] = [...this.lines.values()].sort((one, other) => other.size - one.size);
    if (!longest || longest.size < sizeMin) return undefined;
    const [entry] = [...longest.users].sort(([, one], [, other]) => other.length - one.length);
    if (!entry) return undefined;
    const [user, items] = entry;
    const item = items.pop();
    if (items.length === 0) longest.users.delete(user);
    this.add(longest, -1);
    return item;
  }

  private add(line: CallerLine<Item>, items: 1 | -1): void {
    line.size += items;
    this.total += items;
  }
}

function takeNext<Item>({ users }: CallerLine<Item>): Item | undefined {
  for (const [user, items] of users) {
    const item = items.shift();
    users.delete(user);
    if (items.length > 0) users.set(user, items);
    return item;
  }
  return undefined;
}
