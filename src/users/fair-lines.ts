import { getClientAddress } from '../database/unit-of-work.js';
import { toNetwork } from '../http/network.js';

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
export class FairLines<Item> {
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
