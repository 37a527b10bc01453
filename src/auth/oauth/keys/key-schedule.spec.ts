import fc from 'fast-check';
import {
  ID_TOKEN_MS,
  JWKS_CACHE_MS,
  KEY_CACHE_MS,
  findNextKeyStart,
  filterPublishedKeys,
  findSigningKey,
  toEarliestStart,
} from './key-schedule.js';

const DAY = 24 * 60 * 60_000;
const START = Date.UTC(2026, 0, 1);

/** Simulates a service that checks its keys from time to time, and returns every key with the time it was created. */
function simulateSchedule(gaps: readonly number[]) {
  const keys: { algorithm: 'RS256'; signsFrom: Date; madeAt: number }[] = [];
  let now = START;
  const moments = gaps.map((gap) => (now += gap));
  for (const moment of [START, ...moments]) {
    const signsFrom = findNextKeyStart(keys, 'RS256', moment);
    if (signsFrom) keys.push({ algorithm: 'RS256', signsFrom, madeAt: moment });
  }
  return { keys, moments: [START, ...moments] };
}

describe('key schedule', () => {
  const looks = fc.array(fc.integer({ min: 1, max: 30 * DAY }), { maxLength: 40 });

  it('always has a signing key, which verifiers could fetch before', () => {
    fc.assert(
      fc.property(looks, (gaps) => {
        const { keys, moments } = simulateSchedule(gaps);
        for (const now of moments) {
          const known = keys.filter(({ madeAt }) => madeAt <= now);
          const signer = findSigningKey(known, 'RS256', now);
          if (!signer) return false;
          if (signer !== keys[0] && now - signer.madeAt < JWKS_CACHE_MS + KEY_CACHE_MS) return false;
        }
        return true;
      }),
    );
  });

  it('publishes every key until its last id token expires', () => {
    fc.assert(
      fc.property(looks, fc.integer({ min: 0, max: ID_TOKEN_MS }), (gaps, age) => {
        const { keys, moments } = simulateSchedule(gaps);
        const now = moments.at(-1) ?? START;
        const signerThen = findSigningKey(
          keys.filter(({ madeAt }) => madeAt <= now - age),
          'RS256',
          now - age,
        );
        return !signerThen || filterPublishedKeys(keys, now).includes(signerThen);
      }),
    );
  });

  it('removes old keys', () => {
    const [old, young] = [START, START + 90 * DAY].map((time) => ({
      algorithm: 'RS256' as const,
      signsFrom: new Date(time),
    }));
    if (!old || !young) throw new TypeError();

    expect(filterPublishedKeys([old, young], START + 90.5 * DAY)).toEqual([old, young]);
    expect(filterPublishedKeys([old, young], START + 92 * DAY)).toEqual([young]);
  });

  it('signs with the requested algorithm and publishes all', () => {
    const rsa = { algorithm: 'RS256' as const, signsFrom: new Date(START) };
    const curve = { algorithm: 'ES256' as const, signsFrom: new Date(START + 1) };

    expect(findSigningKey([rsa, curve], 'RS256', START + 2)).toBe(rsa);
    expect(findSigningKey([rsa], 'ES256', START + 2)).toBeNull();
    expect(filterPublishedKeys([rsa, curve], START + 2)).toEqual([rsa, curve]);
    expect(toEarliestStart(START).getTime() - START).toBeGreaterThan(JWKS_CACHE_MS + KEY_CACHE_MS);
  });
});
