import type { VerificationResult } from '../exchange/verification/verification-result.js';
import type { StartChoice } from '../exchange/verification/verification-start.js';
import { type CliCommand, type CommandInvocation, UsageError } from './command.js';
import { openTablesForCommand } from './database-requirements.js';
import { formatTable } from './options.js';

export const verifyCommand: CliCommand = {
  name: 'verify',
  summary:
    'Replay the journal of the exchange and compare every order, trade, position, balance and bar with the tables, and the snapshots with the states on the way. Changes no table; the service may run. If nothing differs, it leaves a verified point in DATA_DIR.',
  usage: '[options]',
  examples: ['kontor verify', 'kontor verify --since-last', 'kontor verify --quick', 'kontor verify --json'],
  options: {
    'since-last': {
      type: 'boolean',
      summary:
        'Begin at the verified point of the last verification that found no difference: for every night. Compares the rows that newer commands wrote, and all open orders, positions, balances, accounts and instruments; does not look again at batches and commands of the journal, ended orders, order events, trades, position changes and bars from before the point. Verifies everything where no point fits or something differs.',
    },
    resume: {
      type: 'boolean',
      summary:
        'Go on where a verification of everything was interrupted. Compares every row, except the results of the commands that were replayed before.',
    },
    quick: {
      type: 'boolean',
      summary: 'Replay as well, but compare only the state that a start would find, and not every row.',
    },
  },
  async run({ config, values, out }) {
    const start = chooseStart(values);
    const [{ verify: compare }, { PointDirectory }, { KEEP_EVERY_MS }, { SnapshotDirectory }, { barComparison }] =
      await Promise.all([
        import('../exchange/verification/verify.service.js'),
        import('../exchange/verification/point-directory.js'),
        import('../exchange/verification/point-keeper.js'),
        import('../exchange/snapshot/snapshot-directory.js'),
        import('../marketdata/bars/bar-comparison.js'),
      ]);
    const { url, catalog, close } = await openTablesForCommand(config, out, 'verify');
    try {
      const options = {
        ...{ isQuick: values['quick'] === true, say: out.progress, start },
        snapshots: new SnapshotDirectory(config, (_level, line) => out.progress(line)),
        points: { directory: new PointDirectory(config), keepEveryMs: KEEP_EVERY_MS },
      };
      const verification = await compare(url, catalog, options, [barComparison]);
      out.result(toJson(verification), formatVerification(verification));
      return verification.isEqual ? 0 : 1;
    } finally {
      await close();
    }
  },
};

function chooseStart(values: CommandInvocation['values']): StartChoice {
  const [isIncremental, isResumed] = [values['since-last'] === true, values['resume'] === true];
  if ((isIncremental || isResumed) && values['quick'] === true)
    throw new UsageError(
      '--quick begins with the first command, and leaves no verified point.',
      'Leave out --quick, or --since-last and --resume.',
    );
  if (isIncremental) return 'since-last';
  return isResumed ? 'resume' : 'first';
}

const toJson = ({ isEqual, counts, hashes, resumedAfter, verifiedTo, passedOver, ...rest }: VerificationResult) => ({
  ...{ equal: isEqual, from: rest.from, commands: rest.commands, behind: rest.behind, rows: rest.rows },
  ...{ differing: counts, differences: rest.differences, state: hashes, snapshots: rest.snapshots },
  ...{ resumed_after: resumedAfter, verified_to: verifiedTo, passed_over: passedOver },
});

function formatVerification(verification: VerificationResult): string {
  const { isEqual, behind, counts, differences, snapshots } = verification;
  const compared = [
    ...describeExtent(verification),
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

function describeExtent({ from, commands, resumedAfter, rows }: VerificationResult): string[] {
  if (from > 1)
    return [
      `${commands} commands were replayed, from command ${from} on, and ${rows} rows compared.`,
      `Older rows that nothing has changed since were not looked at.`,
    ];
  const line = `${commands} commands were replayed, and ${rows} rows compared.`;
  return resumedAfter === null
    ? [line]
    : [line, `Commands up to ${resumedAfter} were replayed by a verification that was interrupted.`];
}

const describeSnapshot = ({ command, result, reason }: VerificationResult['snapshots'][number]): string =>
  result === 'equal'
    ? `The snapshot of command ${command} has the state of the journal.`
    : `The snapshot of command ${command} ${result === 'differs' ? 'is wrong' : 'is passed over'}: ${reason}.`;
