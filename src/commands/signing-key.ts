import type { CommandInvocation, CliCommand, ExitCode } from './command.js';
import { OperatorError } from '../errors/operator-error.js';
import { requireDatabase } from './database-requirements.js';

export const signingKeyCommand: CliCommand = {
  name: 'signing-key',
  summary:
    'List the keys that sign id tokens, and bring in the next one before its time. It may run beside the service.',
  usage: 'list | rotate  [options]',
  examples: ['kontor signing-key list', 'kontor signing-key rotate --json'],
  options: {},
  positionals: { min: 1, max: 1 },
  async run(invocation) {
    const { listSigningKeys, rotateSigningKey } = await import('./signing-key-actions.js');
    const actions: Readonly<Record<string, (invocation: CommandInvocation) => Promise<ExitCode>>> = {
      list: listSigningKeys,
      rotate: rotateSigningKey,
    };
    const action = Object.hasOwn(actions, invocation.positionals[0] ?? '')
      ? actions[invocation.positionals[0] ?? '']
      : undefined;
    if (!action)
      throw new OperatorError(
        `kontor signing-key knows no "${invocation.positionals[0] ?? ''}".`,
        `It knows ${Object.keys(actions).join(', ')}.`,
      );
    requireDatabase(invocation.config);
    return action(invocation);
  },
};
