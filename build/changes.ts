import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { Change } from '../src/openapi/contract.js';

/** The entries of CHANGELOG.md, in its order. */
export function readChanges(root: string): readonly Change[] {
  const file = `${root}/CHANGELOG.md`;
  const lines = readFileSync(file, 'utf8').replaceAll('\r\n', '\n').split('\n');
  return parseChanges(lines, readLineDates(root, lines.length) ?? lines.map(() => statSync(file).mtime.toISOString()));
}

/** `dates` has the time of the last change of each line. An entry is dated by its first one. */
export function parseChanges(lines: readonly string[], dates: readonly string[]): readonly Change[] {
  const changes: Change[] = [];
  let [version, kind] = ['', ''];
  for (const [at, line] of lines.entries()) {
    const [, heading] = /^## (.+)$/.exec(line) ?? [];
    const [, subheading] = /^### (.+)$/.exec(line) ?? [];
    if (heading !== undefined) [version, kind] = [heading, ''];
    else if (subheading !== undefined) kind = subheading;
    else if (line.startsWith('- ')) changes.push({ id: '', version, kind, text: line.slice(2), date: dates[at] ?? '' });
    else if (line.startsWith('  ')) {
      const last = changes.pop();
      if (last) changes.push({ ...last, text: `${last.text} ${line.trim()}` });
    }
  }
  return changes.map((change) => ({ ...change, id: toChangeId(change) }));
}

/** Depends on the first words alone: the version that it is released in and later corrections keep it. */
const toChangeId = ({ kind, text }: Change): string =>
  `change-${createHash('sha256')
    .update(`${kind} ${text.split(/\s+/).slice(0, 8).join(' ')}`)
    .digest('hex')
    .slice(0, 10)}`;

/** From git, where the sources are a checkout. */
function readLineDates(root: string, count: number): readonly string[] | null {
  try {
    const blame = execFileSync('git', ['blame', '--line-porcelain', 'CHANGELOG.md'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 * 1024 * 1024,
    });
    const times = [...blame.matchAll(/^committer-time (\d+)$/gm)].map(([, seconds]) =>
      new Date(Number(seconds) * 1000).toISOString(),
    );
    return times.length >= count - 1 ? times : null;
  } catch {
    return null;
  }
}
