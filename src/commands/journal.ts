import { OperatorError } from '../errors/operator-error.js';
import { formatCommand } from '../exchange/command-text.js';
import type { DecodedBatch, JournalRange } from '../exchange/journal/journal-range.js';
import { type CliCommand, type CommandInvocation, UsageError } from './command.js';
import { openTablesForCommand } from './database-requirements.js';
import { formatTable, getTextOption } from './options.js';

export const journalCommand: CliCommand = {
  name: 'journal',
  summary:
    'Print the commands of the exchange as the journal has them, batch by batch, and check that no batch was changed. Changes nothing; the service may run.',
  usage: '[options]',
  examples: ['kontor journal --from 1200 --to 1250', 'kontor journal --from 1200 --batches', 'kontor journal --json'],
  options: {
    from: { type: 'string', summary: 'The number of the first command; without it, the first of the journal.' },
    to: { type: 'string', summary: 'The number of the last command; without it, the last of the journal.' },
    batches: { type: 'boolean', summary: 'One line for each batch, without its commands.' },
  },
  async run({ config, values, out }) {
    const range = { from: getCommandNumber(values, 'from'), to: getCommandNumber(values, 'to') };
    if (range.from !== null && range.to !== null && range.from > range.to)
      throw new UsageError(`--from ${range.from} is after --to ${range.to}.`, 'Write the lower number first.');
    const { readJournal, RangeTooLargeError } = await import('../exchange/journal/journal-range.js');
    const { url, catalog, close } = await openTablesForCommand(config, out, 'journal');
    try {
      const { batches, last, fault } = await readJournal(url, catalog, range);
      const printed = batches.map((batch) => (values['batches'] === true ? { ...batch, commands: [] } : batch));
      out.result({ batches: printed.map(toJson), last, fault }, formatJournal({ batches: printed, last, fault }));
      return fault === null ? 0 : 1;
    } catch (error) {
      if (!(error instanceof RangeTooLargeError)) throw error;
      throw new OperatorError(error.message, 'Ask for fewer at once, with --from and --to.');
    } finally {
      await close();
    }
  },
};

function getCommandNumber(values: CommandInvocation['values'], name: string): number | null {
  const text = getTextOption(values, name);
  if (text === null) return null;
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new UsageError(`--${name} is "${text}", which is no number of a command.`, `Write for example --${name} 1200.`);
}

const toJson = ({ at, commands, ...batch }: DecodedBatch) => ({
  ...batch,
  at: new Date(at).toISOString(),
  commands: commands.map(({ seq, time, caller, body }) => ({
    seq,
    type: body.type,
    time: new Date(time).toISOString(),
    ...caller,
    payload: JSON.parse(formatCommand(body)) as unknown,
  })),
});

function formatJournal({ batches, last, fault }: JournalRange): string {
  const rows = batches.flatMap(({ first, last, epoch, at, hash, bytes, commands }) => [
    `batch ${first} to ${last}, ${new Date(at).toISOString()}, epoch ${epoch}, ${bytes} bytes, ${hash}`,
    ...(commands.length === 0 ? [] : [formatTable(commands.map(toRow), '').replace(/^/gm, '  ')]),
  ]);
  const checked = batches.length === 0 ? describeEmptyRange(last) : 'Each batch follows the one before it, unchanged.';
  return [...rows, fault ?? checked].join('\n');
}

const describeEmptyRange = (last: number | null): string =>
  last === null ? 'The journal has no commands.' : `There is no such command: the last one of the journal is ${last}.`;

const toRow = ({ seq, time, caller, body }: DecodedBatch['commands'][number]) => ({
  command: seq,
  time: new Date(time).toISOString(),
  user: caller.userId,
  by: caller.actingUserId,
  key: caller.clientId ?? '',
  type: body.type,
  payload: formatCommand(body),
});
