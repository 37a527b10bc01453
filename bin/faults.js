/*
 * `npm run faults -- kills 200`: tries one row of docs/faults.md, with as many faults as the number says, then prints the row as the
 * table has it. `npm run faults -- all` tries every row with its usual number. Each row is a test in test/faults/ with its control.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from './jest.js';
import { launch } from './launch.js';
import { root, say } from './prepare.js';

const [row = '', rounds] = process.argv.slice(2);
const rows = readdirSync(join(root, 'test', 'faults'))
  .filter((file) => file.endsWith('.e2e.ts'))
  .map((file) => file.replace(/\.e2e\.ts$/, ''));

function printRows(directory) {
  const reports = readdirSync(directory)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(directory, file), 'utf8')));
  rmSync(directory, { recursive: true });
  if (reports.length === 0) return;
  console.log(
    '\n| fault | tried | acknowledged | lost | doubled | recovery | control that must fail | repeat |\n|---|---|---|---|---|---|---|---|',
  );
  for (const { row: name, fault, tried, acknowledged, lost, doubled, recovery, control } of reports) {
    console.log(
      `| ${[fault, tried, acknowledged, lost, doubled, recovery, control, `\`npm run faults -- ${name}\``].join(' | ')} |`,
    );
  }
}

if ((row !== 'all' && !rows.includes(row)) || (rounds !== undefined && !/^[1-9]\d{0,4}$/.test(rounds))) {
  say(`Which row, and how often? ${rows.join(', ')}, or all. For example: npm run faults -- ${rows[0]} 20`);
  process.exitCode = 2;
} else {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-faults-'));
  Object.assign(process.env, { KONTOR_TESTS: 'long', FAULT_REPORTS: directory, FAULT_ON_DEMAND: row });
  if (rounds !== undefined) process.env.FAULT_ROUNDS = rounds;
  process.on('exit', () => printRows(directory));
  await launch([...jest, '--runInBand', row === 'all' ? 'test/faults/' : `test/faults/${row}\\.e2e`], {
    wants: { build: false },
  });
}
