import { OperatorError } from '../errors/operator-error.js';
import type { CliCommand } from './command.js';
import { openTablesForCommand } from './database-requirements.js';

export const rebuildCommand: CliCommand = {
  name: 'rebuild',
  summary:
    'Make the tables of orders, trades and positions anew from the journal, in one transaction. The service must not run. Check the result with kontor verify.',
  usage: '',
  examples: ['kontor rebuild'],
  options: {},
  async run({ config, out }) {
    const [{ rebuildTables }, { ExchangeElsewhereError }, { BrokenChainError }, { JournalFormatError }] =
      await Promise.all([
        import('../exchange/projection/rebuild.js'),
        import('../exchange/exchange-errors.js'),
        import('../exchange/journal/batch-chain.js'),
        import('../exchange/journal/batch-encoding.js'),
      ]);
    const { url, catalog, close } = await openTablesForCommand(config, out, 'rebuild');
    try {
      const commands = await rebuildTables(url, catalog, out.progress);
      out.result({ commands }, `The tables were made anew from ${commands} commands. Compare them with kontor verify.`);
      return 0;
    } catch (error) {
      if (error instanceof ExchangeElsewhereError)
        throw new OperatorError('The service runs on this database.', 'Stop it first. Nothing was changed.');
      if (error instanceof BrokenChainError || error instanceof JournalFormatError)
        throw new OperatorError(error.message, 'Nothing was changed. Restore a backup whose journal is whole.');
      throw error;
    } finally {
      await close();
    }
  },
};
