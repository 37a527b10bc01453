/**
 * The peer: oidc-provider as its documents set it up, with its own store in memory, or with a durable one in the database of
 * PEER_DATABASE_URL. It rotates refresh tokens, as Kontor does, and signs no id token, which Kontor does not give for a refresh
 * either. `POST /seed` gives a refresh token to begin with.
 */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { openStore } from './oidc-store.js';

const clientId = 'bench';
const databaseUrl = process.env['PEER_DATABASE_URL'];
const provider = new Provider('http://127.0.0.1', {
  clients: [
    {
      client_id: clientId,
      client_secret: 'secret-of-the-bench',
      grant_types: ['client_credentials', 'refresh_token', 'authorization_code'],
      redirect_uris: ['https://app.example/cb'],
    },
  ],
  features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
  rotateRefreshToken: true,
  ...(databaseUrl !== undefined && { adapter: await openStore(databaseUrl) }),
  findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  ttl: { RefreshToken: 3600, AccessToken: 3600, ClientCredentials: 3600, Grant: 3600 },
});

const answer = provider.callback();

async function seed(): Promise<string> {
  const grant = new provider.Grant({ accountId: 'ada', clientId });
  grant.addOIDCScope('offline_access');
  const client = await provider.Client.find(clientId);
  if (!client) throw new Error('The peer does not know its own client.');
  const token = new provider.RefreshToken({
    accountId: 'ada',
    client,
    grantId: await grant.save(),
    gty: 'authorization_code',
    scope: 'offline_access',
  });
  return token.save();
}

const server = createServer((request, response) => {
  if (request.url !== '/seed') void answer(request, response);
  else void seed().then((token) => response.end(token));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1');
await once(server, 'listening');
console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
