import type { VerificationResult } from '../exchange/verification/verify.service.js';
import type { CliCommand } from './command.js';
import { openTablesForCommand } from './database-requirements.js';
import { formatTable } from './options.js';

export const verifyCommand: CliCommand = {
  name: 'verify',
  summary:
    'Replay the journal of the exchange and compare every order, trade, position, balance and bar with the tables, and the snapshots with the states on the way. Changes nothing; the service may run.',
  usage: '[options]',
  examples: ['kontor verify', 'kontor verify --quick', 'kontor verify --json'],
  options: {
    quick: {
      type: 'boolean',
      summary: 'Replay as well, but compare only the state that a start would find, and not every row.',
    },
  },
  async run({ config, values, out }) {
    const [{ verify: compare }, { SnapshotDirectory }, { compareBars }] = await Promise.all([
      import('../exchange/verification/verify.service.js'),
      import('../exchange/snapshot/snapshot-directory.js'),
      import('../marketdata/bars/bar-comparison.js'),
    ]);
    const { url, catalog, close } = await openTablesForCommand(config, out, 'verify');
    try {
      const snapshots = new SnapshotDirectory(config, (_level, line) => out.progress(line));
      const options = { isQuick: values['quick'] === true, say: out.progress, snapshots };
      const verification = await compare(url, catalog, options, [compareBars]);
      const { isEqual, commands, behind, rows, counts, differences, hashes, snapshots: checked } = verification;
      out.result(
        { equal: isEqual, commands, behind, rows, differing: counts, differences, state: hashes, snapshots: checked },
        formatVerification(verification),
      );
      return isEqual ? 0 : 1;
    } finally {
      await close();
    }
  },
};

function formatVerification({ snapshots, ...verification }: VerificationResult): string {
  const { isEqual, commands, behind, rows, counts, differences } = verification;
  const compared = [
    `${commands} commands were replayed, and ${rows} rows compared.`,
    ...(behind === 0
      ? []
      : [`${behind} more commands are in the journal; the service writes their rows when it runs.`]),
    ...snapshots.map(describeSnapshot),
  ].join(' ');
  if (isEqual) return `${compared} Journal and tables say the same.`;
  const differenceRows = differences.map(({ table, row, column, journal, stored }) => ({
    table,
    row,
    column: column ?? '',
    journal: journal ?? 'nothing',
    'table says': stored ?? 'nothing',
  }));
  const differenceCounts = Object.entries(counts)
    .map(([table, count]) => `${table} ${count}`)
    .join(', ');
  return [
    `${compared} Journal and tables differ. Rows that do: ${differenceCounts}.`,
    '',
    formatTable(differenceRows, ''),
  ].join('\n');
}

const describeSnapshot = ({ command, result, reason }: VerificationResult['snapshots'][number]): string =>
  result === 'equal'
    ? `The snapshot of command ${command} has the state of the journal.`
    : `The snapshot of command ${command} ${result === 'differs' ? 'is wrong' : 'is passed over'}: ${reason}.`;
