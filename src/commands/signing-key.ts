import type { Call, Command, ExitCode } from './command.js';
import { OperatorTrouble } from '../errors/operator-trouble.js';
import { requireDatabase } from './database-choice.js';

export const signingKey: Command = {
  name: 'signing-key',
  summary:
    'List the keys that sign id tokens, and bring in the next one before its time. It may run beside the service.',
  usage: 'list | rotate  [options]',
  examples: ['kontor signing-key list', 'kontor signing-key rotate --json'],
  options: {},
  positionals: { min: 1, max: 1 },
  async run(call) {
    const { listSigningKeys, rotateSigningKey } = await import('./signing-key-actions.js');
    const actions: Readonly<Record<string, (call: Call) => Promise<ExitCode>>> = {
      list: listSigningKeys,
      rotate: rotateSigningKey,
    };
    const action = Object.hasOwn(actions, call.positionals[0] ?? '') ? actions[call.positionals[0] ?? ''] : undefined;
    if (!action)
      throw new OperatorTrouble(
        `kontor signing-key knows no "${call.positionals[0] ?? ''}".`,
        `It knows ${Object.keys(actions).join(', ')}.`,
      );
    requireDatabase(call.config);
    return action(call);
  },
};
