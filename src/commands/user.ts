import { type CliActions, type CliCommand, requireAction } from './command.js';
import { requireDatabase } from './database-requirements.js';

export const userCommand: CliCommand = {
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
  async run(invocation) {
    const { addUser, listUsers, setUserEnabled, setUserPassword } = await import('./user-actions.js');
    const actions: CliActions = {
      add: addUser,
      list: listUsers,
      disable: (userInvocation) => setUserEnabled(userInvocation, false),
      enable: (userInvocation) => setUserEnabled(userInvocation, true),
      password: setUserPassword,
    };
    const action = requireAction('user', actions, invocation.positionals[0]);
    if (invocation.positionals[0] !== 'add') requireDatabase(invocation.config);
    return action(invocation);
  },
};
