import { createHash } from 'node:crypto';
import { globSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Contract } from '../src/openapi/contract.js';

/**
 * Writes src/openapi/contract.json: what only the source knows of the interface. `npm run build` and the tests run it;
 * it does nothing while everything it reads is unchanged.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const target = `${root}src/openapi/contract.json`;

function hashSources(): string {
  const files = globSync(
    ['src/**/*.ts', 'build/*.ts', 'docs/*.md', 'CHANGELOG.md', 'package.json', 'tsconfig*.json', 'mikro-orm.config.ts'],
    { cwd: root, exclude: ['**/*.spec.ts'] },
  );
  const hash = createHash('sha256');
  for (const file of files.sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(root + file))
      .update('\0');
  return hash.digest('hex');
}

function readRecordedHash(): string | undefined {
  try {
    return (JSON.parse(readFileSync(target, 'utf8')) as Contract).sources;
  } catch {
    return undefined;
  }
}

const sources = hashSources();
if (readRecordedHash() !== sources) {
  // Loaded only now: the compiler takes longer to start than everything else here takes.
  const { extract } = await import('./extract.ts');
  const draft = `${target}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify({ sources, ...extract(root) }, null, 2)}\n`);
  renameSync(draft, target);
}
