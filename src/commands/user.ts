import type { Call, Command, ExitCode } from './command.js';
import { OperatorTrouble } from '../errors/operator-trouble.js';
import { requireDatabase } from './database-choice.js';

export const user: Command = {
  name: 'user',
  summary: 'Add, list, disable and enable users, and give them a new password. It may run beside the service.',
  usage: 'add | list | disable <email> | enable <email> | password <email>  [options]',
  examples: [
    'kontor user list --search ada',
    'kontor user add --email ada@example.org --first-name Ada --last-name Lovelace --admin',
    'kontor user password ada@example.org --password-file /dev/stdin < new-password',
    'kontor user disable ada@example.org --json',
  ],
  options: {
    email: { type: 'string', summary: 'add: the email, with which the user signs in.' },
    'first-name': { type: 'string', summary: 'add: the first name.' },
    'last-name': { type: 'string', summary: 'add: the last name.' },
    admin: { type: 'boolean', summary: 'add: an administrator instead of a customer.' },
    'password-file': {
      type: 'string',
      summary: 'add, password: a file with the password; without it one is made up and shown once.',
    },
    search: { type: 'string', summary: 'list: only users whose email or name contains this.' },
  },
  positionals: { min: 1, max: 2 },
  async run(call) {
    const { addUser, listUsers, setEnabled, setPassword } = await import('./user-actions.js');
    const actions: Readonly<Record<string, (call: Call) => Promise<ExitCode>>> = {
      add: addUser,
      list: listUsers,
      disable: (given) => setEnabled(given, false),
      enable: (given) => setEnabled(given, true),
      password: setPassword,
    };
    const action = Object.hasOwn(actions, call.positionals[0] ?? '') ? actions[call.positionals[0] ?? ''] : undefined;
    if (!action)
      throw new OperatorTrouble(
        `kontor user knows no "${call.positionals[0] ?? ''}".`,
        `It knows ${Object.keys(actions).join(', ')}.`,
      );
    if (call.positionals[0] !== 'add') requireDatabase(call.config);
    return action(call);
  },
};
