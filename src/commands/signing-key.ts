import { type CliActions, type CliCommand, requireAction } from './command.js';
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
    const actions: CliActions = { list: listSigningKeys, rotate: rotateSigningKey };
    const action = requireAction('signing-key', actions, invocation.positionals[0]);
    requireDatabase(invocation.config);
    return action(invocation);
  },
};
