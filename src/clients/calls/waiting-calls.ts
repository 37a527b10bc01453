/** The facts of an answered request. */
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

/** The caller of a request: a proven key, a named one, or the key of a token. */
export type CallOf = Readonly<{ clientId: string; isProven: boolean } | { tokenDigest: string }>;

export type WaitingCall = Readonly<{ call: AnsweredCall; of: CallOf }>;

/**
 * The number kept per key, and of those without proof: an attacker who knows a client id cannot displace the owner's
 * requests.
 */
export const KEPT_CALLS = 200;
export const KEPT_NAMED = 50;

/** The bounds over all keys, and over all without proof; beyond them entries are dropped. */
const MOST = 10_000;
const MOST_UNPROVEN = 1_000;

/**
 * Requests to be written. A request costs an entry here, on the path of every order. Invariants: per key at most the
 * kept number, the newest; in total at most MOST, and MOST_UNPROVEN without proof. Anonymous callers cannot make it
 * larger.
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

  /** Takes everything, oldest first. */
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
