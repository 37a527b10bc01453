import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { DIGEST_BYTES, KnownIds } from './known-ids.js';

const digest = (id: string): Buffer => createHash('sha256').update(id).digest().subarray(0, DIGEST_BYTES);

describe('KnownIds', () => {
  it('contains every added id for any expected count', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { maxLength: 500 }),
        fc.integer({ min: 0, max: 1000 }),
        (ids, expected) => {
          const known = new KnownIds(expected);
          const half = ids.length >> 1;
          known.add(Buffer.concat(ids.slice(0, half).map(digest)));
          known.add(Buffer.concat(ids.slice(half).map(digest)));
          return ids.every((id) => known.mayHave(digest(id)));
        },
      ),
    );
  });

  it('has few false positives', () => {
    const known = new KnownIds(100_000);
    for (let n = 0; n < 100_000; n++) known.add(digest(`known-${n}`));
    let mistaken = 0;
    for (let n = 0; n < 100_000; n++) if (known.mayHave(digest(`other-${n}`))) mistaken++;
    expect(mistaken).toBeLessThan(1_000);
    expect(mistaken).toBeGreaterThan(0);
  });

  it('is empty at first', () => {
    fc.assert(fc.property(fc.string(), (id) => !new KnownIds(10).mayHave(digest(id))));
  });
});
