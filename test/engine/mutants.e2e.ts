import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

describe('npm run mutants', () => {
  it('breaks a rule, and its spec notices', () => {
    const { stdout, status } = spawnSync(
      process.execPath,
      [join(root, 'bin', 'mutants.js'), 'preview: stops are copied'],
      { cwd: root, encoding: 'utf8' },
    );
    expect(stdout).toContain('caught  preview: stops are copied\n1 of 1 broken rules were noticed\n');
    expect(status).toBe(0);
  });
});
