import { pendingKeyFile } from '../config/pending-secret-key.js';
import type { Config } from '../config/config.js';
import type { ResealCounts } from '../database/sealed-values.js';
import type { Rotation } from '../secret-key-rotation.js';
import { claim } from '../service-claim.js';
import type { Command } from './command.js';
import { logTo, requireDatabase } from './database-choice.js';
import { columns, newKeyFrom } from './options.js';

export const rotateKey: Command = {
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
    const newKey = await newKeyFrom(values, config.mode === 'production');
    const [{ visitDatabase }, { migrate }, { rotateSecretKey }] = await Promise.all([
      import('../database/open-database.js'),
      import('../database/migrate.js'),
      import('../secret-key-rotation.js'),
    ]);
    const { release } = await claim(config.dataDir, 'replacing the secret key'); // No service may start meanwhile.
    try {
      const database = await visitDatabase(config, logTo(out), 'rotate-key');
      try {
        await migrate(database.url);
        const rotation = await rotateSecretKey(config, database.url, {
          newKey,
          leavesUnreadable: values['leave-unreadable'] === true,
        });
        out.result(onTheWire(config, rotation), textOf(config, rotation));
        return 0;
      } finally {
        await database.close();
      }
    } finally {
      await release();
    }
  },
};

const waitsForOperator = (config: Config, { outcome }: Rotation): boolean =>
  config.isSecretKeyGiven && outcome !== 'unchanged';

function onTheWire(config: Config, rotation: Rotation) {
  return {
    outcome: rotation.outcome,
    set_secret_key_to: waitsForOperator(config, rotation) ? pendingKeyFile(config.dataDir) : null,
    values: rotation.counts,
  };
}

function textOf(config: Config, rotation: Rotation): string {
  if (rotation.outcome === 'unchanged') return 'This is the secret key already; nothing was changed.';
  const before = 'Backups made before need the old key';
  const next = waitsForOperator(config, rotation)
    ? `Now set SECRET_KEY to what is in ${pendingKeyFile(config.dataDir)}, and start the service. It removes the file.\n${before}: keep it as long as them.`
    : `The new key is in the data directory ${config.dataDir}.\n${before}, which those of kontor backup contain.`;
  const said =
    rotation.outcome === 'completed'
      ? 'A replacement of the secret key that was interrupted is complete.'
      : 'The secret key is replaced.';
  return `${said} What was sealed anew:\n\n${counted(rotation.counts)}\n\n${next}`;
}

const counted = (counts: ResealCounts): string =>
  columns(
    Object.entries(counts).map(([column, { resealed, already, unreadable }]) => ({
      column,
      'sealed anew': resealed,
      'was already': already,
      'left, unreadable': unreadable,
    })),
    '',
  );
