/** What is known of a request when it has been answered. */
export type AnsweredCall = Readonly<{
  at: number;
  requestId: string;
  method: string;
  route: string | null;
  url: string;
  status: number;
  milliseconds: number;
  code: string | null;
}>;

export const CALL_OUTCOMES = ['answered', 'failed'] as const;

export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** The caller of the request: a key that proved itself, one that was only named, or the key of a token. */
export type CallOf = Readonly<{ clientId: string; isProven: boolean } | { tokenDigest: string }>;

export type WaitingCall = Readonly<{ call: AnsweredCall; of: CallOf }>;

/** As many as are kept of each key, and of these as many as only named it: an attacker who knows a client id cannot push out what its owner looks for. */
export const KEPT_CALLS = 200;
export const KEPT_NAMED = 50;

/** Of all keys together, and of all that is not proven yet; beyond it what comes in is not kept. */
const MOST = 10_000;
const MOST_UNPROVEN = 1_000;

/**
 * Requests that wait to be written. A request costs an entry here and nothing else, on the path of every order.
 *
 * Invariants: of one key never more than are kept, the newest; of all together at most MOST, and MOST_UNPROVEN of keys that were
 * not proven. No anonymous caller can make it larger.
 */
export class WaitingCalls {
  private proven = new Map<string, AnsweredCall[]>();
  private unproven: WaitingCall[] = [];
  private count = 0;

  get size(): number {
    return this.count + this.unproven.length;
  }

  add(call: AnsweredCall, of: CallOf): void {
    if ('clientId' in of && of.isProven) this.addProven(call, of.clientId);
    else if (this.unproven.length < MOST_UNPROVEN) this.unproven.push({ call, of });
  }

  /** Everything, oldest first; what comes in from now on is for the next time. */
  take(): readonly WaitingCall[] {
    const taken = [
      ...[...this.proven].flatMap(([clientId, calls]) =>
        calls.map((call) => ({ call, of: { clientId, isProven: true } })),
      ),
      ...this.unproven,
    ];
    this.proven = new Map();
    this.unproven = [];
    this.count = 0;
    return taken.sort((one, other) => one.call.at - other.call.at);
  }

  private addProven(call: AnsweredCall, clientId: string): void {
    const calls = this.proven.get(clientId);
    if (calls !== undefined && calls.length >= KEPT_CALLS) {
      calls.shift();
      calls.push(call);
      return;
    }
    if (this.count >= MOST) return;
    this.count++;
    if (calls === undefined) this.proven.set(clientId, [call]);
    else calls.push(call);
  }
}
