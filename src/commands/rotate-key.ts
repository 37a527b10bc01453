import { toPendingKeyPath } from '../config/secret-key.js';
import type { Config } from '../config/config.js';
import type { ResealCounts } from '../database/sealed-values.js';
import type { KeyRotationResult } from '../process/secret-key-rotation.js';
import { claimDataDirectory } from '../process/service-claim.js';
import type { CliCommand } from './command.js';
import { toDatabaseLogger, requireDatabase } from './database-requirements.js';
import { formatTable, readNewSecretKey } from './options.js';

export const rotateKeyCommand: CliCommand = {
  name: 'rotate-key',
  summary: 'Replace the secret key: seal everything that is sealed under it anew. The service must be stopped.',
  usage: '[--new-key-file <file>] [--leave-unreadable]',
  examples: [
    'kontor rotate-key',
    'kontor rotate-key --new-key-file /run/secrets/new-key',
    'openssl rand -hex 32 | kontor rotate-key --new-key-file /dev/stdin --json',
  ],
  options: {
    'new-key-file': {
      type: 'string',
      summary:
        'A file with the new key, 32 characters or more. Without it one is made; where SECRET_KEY is set, it is needed.',
    },
    'leave-unreadable': {
      type: 'boolean',
      summary: 'Leave what the secret key does not open as it is, instead of refusing.',
    },
  },
  async run({ config, values, out }) {
    requireDatabase(config);
    const newKey = await readNewSecretKey(values, config.mode === 'production');
    const [{ openDatabaseForCommand }, { migrate }, { rotateSecretKey }] = await Promise.all([
      import('../database/open-database.js'),
      import('../database/migrate.js'),
      import('../process/secret-key-rotation.js'),
    ]);
    const { release } = await claimDataDirectory(config.dataDir, 'replacing the secret key'); // No service may start meanwhile.
    try {
      const database = await openDatabaseForCommand(config, toDatabaseLogger(out), 'rotate-key');
      try {
        await migrate(database.url);
        const rotation = await rotateSecretKey(config, database.url, {
          newKey,
          skipsUnreadable: values['leave-unreadable'] === true,
        });
        out.result(toRotationJson(config, rotation), formatRotation(config, rotation));
        return 0;
      } finally {
        await database.close();
      }
    } finally {
      await release();
    }
  },
};

const needsOperator = (config: Config, { outcome }: KeyRotationResult): boolean =>
  config.hasConfiguredSecretKey && outcome !== 'unchanged';

function toRotationJson(config: Config, rotation: KeyRotationResult) {
  return {
    outcome: rotation.outcome,
    set_secret_key_to: needsOperator(config, rotation) ? toPendingKeyPath(config.dataDir) : null,
    values: rotation.counts,
  };
}

function formatRotation(config: Config, rotation: KeyRotationResult): string {
  if (rotation.outcome === 'unchanged') return 'This is the secret key already; nothing was changed.';
  const before = 'Backups made before need the old key';
  const next = needsOperator(config, rotation)
    ? `Now set SECRET_KEY to what is in ${toPendingKeyPath(config.dataDir)}, and start the service. It removes the file.\n${before}: keep it as long as them.`
    : `The new key is in the data directory ${config.dataDir}.\n${before}, which those of kontor backup contain.`;
  const headline =
    rotation.outcome === 'completed'
      ? 'A replacement of the secret key that was interrupted is complete.'
      : 'The secret key is replaced.';
  return `${headline} What was sealed anew:\n\n${formatCounts(rotation.counts)}\n\n${next}`;
}

const formatCounts = (counts: ResealCounts): string =>
  formatTable(
    Object.entries(counts).map(([column, { resealed, already, unreadable }]) => ({
      column,
      'sealed anew': resealed,
      'was already': already,
      'left, unreadable': unreadable,
    })),
    '',
  );
