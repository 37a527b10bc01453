import { Buckets, type Draw } from './bucket.js';

/** For what a request is counted. Each has buckets of its own, so that cancelling is never held up by submitting. */
export type RatePolicy = 'requests' | 'cancels';

/** How many of each kind a request is counted as. */
export type Tokens = Readonly<Record<RatePolicy, number>>;

/** Who acts, and by which key; one of the two may be unknown. */
export type Caller = Readonly<{ userId: number | null; keyId: string | null }>;

/** The two headers of draft-ietf-httpapi-ratelimit-headers-11, and how long to wait; 0 is not at all. */
export type Count = Readonly<{ policy: string; left: string; retryAfterSeconds: number }>;

type Rates = Readonly<{ userPerSecond: number; keyPerSecond: number }>;

/** Ten seconds' worth may come at once. */
const BURST_SECONDS = 10;

/** A bucket costs about a hundred bytes. */
const CALLERS_MAX = 100_000;

/**
 * How many requests a recognised user may send, by whatever key, and how many may come by a key, for whatever user. Two
 * look-ups for each request; nothing runs in the background, and whoever has been quiet for longest is forgotten first.
 */
export class CallerLimit {
  private readonly users = new Map<RatePolicy, Buckets>();
  private readonly keys = new Map<RatePolicy, Buckets>();
  private readonly policyOfUser: string;
  private readonly policyOfKey: string;

  constructor({ userPerSecond, keyPerSecond }: Rates) {
    for (const policy of ['requests', 'cancels'] as const) {
      this.users.set(
        policy,
        new Buckets({ capacity: userPerSecond * BURST_SECONDS, perSecond: userPerSecond }, CALLERS_MAX),
      );
      this.keys.set(
        policy,
        new Buckets({ capacity: keyPerSecond * BURST_SECONDS, perSecond: keyPerSecond }, CALLERS_MAX),
      );
    }
    this.policyOfUser = `;q=${userPerSecond * BURST_SECONDS};w=${BURST_SECONDS}`;
    this.policyOfKey = `;q=${keyPerSecond * BURST_SECONDS};w=${BURST_SECONDS}`;
  }

  /** A key alone is counted for itself; a user who came by a session, too. Null where nobody is known. */
  count(policy: RatePolicy, { userId, keyId }: Caller, nowMs: number, tokens: number): Count | null {
    const prefix = policy === 'requests' ? '' : `${policy}-`;
    const { ofUser, ofKey } = this.draw(policy, { userId, keyId }, nowMs, tokens);
    if (ofUser && ofKey) {
      return {
        policy: `"${prefix}user"${this.policyOfUser}, "${prefix}key"${this.policyOfKey}`,
        left: `"${prefix}user"${left(ofUser)}, "${prefix}key"${left(ofKey)}`,
        retryAfterSeconds: Math.max(ofUser.retryAfterSeconds, ofKey.retryAfterSeconds),
      };
    }
    if (ofUser)
      return {
        policy: `"${prefix}user"${this.policyOfUser}`,
        left: `"${prefix}user"${left(ofUser)}`,
        retryAfterSeconds: ofUser.retryAfterSeconds,
      };
    if (ofKey)
      return {
        policy: `"${prefix}key"${this.policyOfKey}`,
        left: `"${prefix}key"${left(ofKey)}`,
        retryAfterSeconds: ofKey.retryAfterSeconds,
      };
    return null;
  }

  /** What a user's own limit refuses takes nothing from the others who use the key. */
  private draw(
    policy: RatePolicy,
    { userId, keyId }: Caller,
    nowMs: number,
    tokens: number,
  ): Readonly<{ ofUser: Draw | null; ofKey: Draw | null }> {
    const ofUser = userId === null ? null : (this.users.get(policy)?.take(String(userId), nowMs, tokens) ?? null);
    const counted = ofUser?.allowed === false ? 0 : tokens;
    return { ofUser, ofKey: keyId === null ? null : (this.keys.get(policy)?.take(keyId, nowMs, counted) ?? null) };
  }
}

const left = ({ remaining, fullInSeconds }: Draw): string => `;r=${remaining};t=${fullInSeconds}`;
