import { type CliActions, type CliCommand, requireAction } from './command.js';
import { requireDatabase } from './database-requirements.js';

export const keyCommand: CliCommand = {
  name: 'key',
  summary: 'Add, list, disable and remove API keys, and replace their secrets. It may run beside the service.',
  usage:
    'add | list | mark <client id> | disable <client id> | enable <client id> | rotate <client id> | remove <client id>  [options]',
  examples: [
    'kontor key list --owner ada@example.org',
    'kontor key add --owner ada@example.org --name "My application" --redirect-uri https://app.example.org/callback',
    'kontor key mark Yt3bYbMr0cWd8xPnK1zQ --first-party',
    'kontor key disable Yt3bYbMr0cWd8xPnK1zQ',
    'kontor key rotate Yt3bYbMr0cWd8xPnK1zQ --overlap 3600',
    'kontor key remove Yt3bYbMr0cWd8xPnK1zQ --json',
  ],
  options: {
    owner: { type: 'string', summary: 'add, list: the email of the user to whom the keys belong.' },
    name: { type: 'string', summary: 'add: the name of the application.' },
    'redirect-uri': {
      type: 'string',
      multiple: true,
      summary: 'add: an address to which sign-in may lead back; may be repeated.',
    },
    grant: {
      type: 'string',
      multiple: true,
      summary: 'add: a grant that the key may use; may be repeated. Without it, every grant of the interface.',
    },
    public: { type: 'boolean', summary: 'add: a public key, without a secret.' },
    'require-nonce': {
      type: 'boolean',
      summary: 'add: a sign-in that asks for an id token at once must carry a nonce.',
    },
    'require-pkce': {
      type: 'boolean',
      summary: 'add: a sign-in that is answered with a code must carry a code challenge (PKCE).',
    },
    'no-require-pkce': { type: 'boolean', summary: 'add: it need not, also where the service holds new keys to it.' },
    'id-token-profile': {
      type: 'boolean',
      summary: 'add: id tokens carry the claims of the scopes profile and email themselves.',
    },
    introspect: {
      type: 'boolean',
      summary: 'add: it may look into the tokens of every key, as a resource server does.',
    },
    'first-party': {
      type: 'boolean',
      summary: 'add, mark: its tokens do everything that their user may, whatever they are scoped to.',
    },
    'third-party': { type: 'boolean', summary: 'mark: its tokens do what their scopes name, but for its own owner.' },
    overlap: {
      type: 'string',
      summary: 'rotate: for how many seconds the old secret is accepted as well; 0 ends it at once.',
    },
  },
  positionals: { min: 1, max: 2 },
  async run(invocation) {
    const { addClient, listClients, markClient, removeClient, rotateClientSecret, setClientEnabled } =
      await import('./key-actions.js');
    const actions: CliActions = {
      add: addClient,
      list: listClients,
      mark: markClient,
      disable: (one) => setClientEnabled(one, false),
      enable: (one) => setClientEnabled(one, true),
      rotate: rotateClientSecret,
      remove: removeClient,
    };
    const action = requireAction('key', actions, invocation.positionals[0]);
    requireDatabase(invocation.config);
    return action(invocation);
  },
};
