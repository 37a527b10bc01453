import { readFileSync } from 'node:fs';
import { pipeline } from './pipeline.js';

/** The order of guards and hooks at work is asserted by test/http/pipeline.e2e.ts. */
describe('pipeline', () => {
  const architecture = readFileSync(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');

  it.each(['onRequest', 'guards', 'observers'] as const)(
    'has the %s in the order that ARCHITECTURE.md shows',
    (step) => {
      const names = pipeline[step].map(({ name }) => `\`${name}\``).join(' ');

      expect(architecture).toContain(names);
    },
  );

  it('names each part once per step', () => {
    for (const parts of Object.values<readonly object[]>(pipeline)) expect(new Set(parts).size).toBe(parts.length);
  });
});
