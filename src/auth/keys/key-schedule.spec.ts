import fc from 'fast-check';
import {
  ID_TOKEN_MS,
  KEPT_BY_OTHERS_MS,
  KEPT_BY_US_MS,
  nextKeySignsFrom,
  publishedKeys,
  signingKey,
  soonest,
} from './key-schedule.js';

const DAY = 24 * 60 * 60_000;
const START = Date.UTC(2026, 0, 1);

/** Lives through a time in which the service looks at its keys now and then, and gives every key with the moment it was made. */
function live(looks: readonly number[]) {
  const keys: { algorithm: 'RS256'; signsFrom: Date; madeAt: number }[] = [];
  let now = START;
  const moments = looks.map((gap) => (now += gap));
  for (const moment of [START, ...moments]) {
    const signsFrom = nextKeySignsFrom(keys, 'RS256', moment);
    if (signsFrom) keys.push({ algorithm: 'RS256', signsFrom, madeAt: moment });
  }
  return { keys, moments: [START, ...moments] };
}

describe('the schedule of the signing keys', () => {
  const looks = fc.array(fc.integer({ min: 1, max: 30 * DAY }), { maxLength: 40 });

  it('always has a key to sign with, and signs with none that others may not have seen', () => {
    fc.assert(
      fc.property(looks, (gaps) => {
        const { keys, moments } = live(gaps);
        for (const now of moments) {
          const known = keys.filter(({ madeAt }) => madeAt <= now);
          const signer = signingKey(known, 'RS256', now);
          if (!signer) return false;
          if (signer !== keys[0] && now - signer.madeAt < KEPT_BY_OTHERS_MS + KEPT_BY_US_MS) return false;
        }
        return true;
      }),
    );
  });

  it('publishes every key until the last id token that it signed has expired', () => {
    fc.assert(
      fc.property(looks, fc.integer({ min: 0, max: ID_TOKEN_MS }), (gaps, age) => {
        const { keys, moments } = live(gaps);
        const now = moments.at(-1) ?? START;
        const signedThen = signingKey(
          keys.filter(({ madeAt }) => madeAt <= now - age),
          'RS256',
          now - age,
        );
        return !signedThen || publishedKeys(keys, now).includes(signedThen);
      }),
    );
  });

  it('lets a key go at last', () => {
    const [old, young] = [START, START + 90 * DAY].map((time) => ({
      algorithm: 'RS256' as const,
      signsFrom: new Date(time),
    }));
    if (!old || !young) throw new TypeError();

    expect(publishedKeys([old, young], START + 90.5 * DAY)).toEqual([old, young]);
    expect(publishedKeys([old, young], START + 92 * DAY)).toEqual([young]);
  });

  it('signs with a key of the algorithm that was asked for, and publishes those of all', () => {
    const rsa = { algorithm: 'RS256' as const, signsFrom: new Date(START) };
    const curve = { algorithm: 'ES256' as const, signsFrom: new Date(START + 1) };

    expect(signingKey([rsa, curve], 'RS256', START + 2)).toBe(rsa);
    expect(signingKey([rsa], 'ES256', START + 2)).toBeNull();
    expect(publishedKeys([rsa, curve], START + 2)).toEqual([rsa, curve]);
    expect(soonest(START).getTime() - START).toBeGreaterThan(KEPT_BY_OTHERS_MS + KEPT_BY_US_MS);
  });
});
