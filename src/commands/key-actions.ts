import { type Actor, OPERATOR } from '../access/actor.js';
import { ClientKeysService } from '../clients/client-keys.service.js';
import { NewKey, SecretRotation } from '../clients/client-keys.dto.js';
import { clientKeyView } from '../clients/client-key.view.js';
import { ClientsService } from '../clients/clients.service.js';
import { FirstPartyService } from '../clients/first-party.service.js';
import { KeyUsesService } from '../clients/key-uses.service.js';
import { OperatorTrouble } from '../errors/operator-trouble.js';
import { Input } from '../http/input.js';
import type { Call, ExitCode } from './command.js';
import { inside, type Inside } from './inside.js';
import { columns, demanded, listOf, subjectOf, textOf } from './options.js';
import { idOf } from './user-actions.js';

/** The operator at somebody's keys. */
const at = (ownerId: number): Actor => ({ ...OPERATOR, userId: ownerId });

export async function addKey(call: Call): Promise<ExitCode> {
  const { values, out } = call;
  const owner = demanded(values, 'owner');
  const given = {
    name: demanded(values, 'name'),
    redirect_uris: listOf(values, 'redirect-uri'),
    grant_types: listOf(values, 'grant'),
    ...(values['public'] === true && { token_endpoint_auth_method: 'none' }),
    ...settingsFrom(values),
  };
  const view = await inside(call, 'key add', async (application) => {
    const details = new Input().transform(given, { type: 'body', metatype: NewKey }) as NewKey;
    const shown = await application.get(ClientKeysService).request(at(await idOf(application, owner)), details);
    if (values['introspect'] === true) await application.get(ClientsService).allowIntrospection(shown.key);
    if (values['first-party'] === true)
      await application.get(FirstPartyService).mark(OPERATOR, shown.key.clientId, true);
    return clientKeyView(shown);
  });
  out.result(view, `Client id: ${view.client_id}${view.secret === '' ? '' : `\nSecret:    ${view.secret}`}`);
  return 0;
}

/** What is not said is as usual for a new key. */
function settingsFrom(values: Call['values']): Partial<NewKey> {
  const [isHeld, isFree] = [values['require-pkce'] === true, values['no-require-pkce'] === true];
  if (isHeld && isFree)
    throw new OperatorTrouble(
      '--require-pkce and --no-require-pkce contradict each other.',
      'Give one of the two, or neither.',
    );
  return {
    ...(values['require-nonce'] === true && { require_nonce: true }),
    ...(isHeld !== isFree && { require_pkce: isHeld }),
    ...(values['id-token-profile'] === true && { id_token_profile: true }),
  };
}

/** Without the secrets: a list is for looking around, and terminals remember. */
export async function listKeys(call: Call): Promise<ExitCode> {
  const owner = textOf(call.values, 'owner');
  const { keys, uses } = await inside(call, 'key list', async (application) => {
    const found = await application.get(ClientsService).all(owner === null ? null : await idOf(application, owner));
    return { keys: found, uses: await application.get(KeyUsesService).lastUses(found.map(({ clientId }) => clientId)) };
  });
  const views = keys.map(({ clientId, name, ownerId, firstParty, tokenEndpointAuthMethod, grantTypes, createdAt }) => ({
    client_id: clientId,
    name,
    owner_id: ownerId,
    first_party: firstParty ? 'yes' : 'no',
    token_endpoint_auth_method: tokenEndpointAuthMethod,
    grant_types: grantTypes,
    created_at: createdAt.toISOString(),
    last_used_at: uses.get(clientId)?.toISOString() ?? 'never',
  }));
  call.out.result(views, columns(views, 'There is no API key.'));
  return 0;
}

export async function markKey(call: Call): Promise<ExitCode> {
  const clientId = subjectOf(call.positionals, 'a client id');
  const [isFirstParty, isThirdParty] = [call.values['first-party'] === true, call.values['third-party'] === true];
  if (isFirstParty === isThirdParty)
    throw new OperatorTrouble('kontor key mark needs --first-party or --third-party.', 'Name one of the two.');
  await inside(call, 'key mark', async (application) => {
    await ownerOf(application, clientId);
    await application.get(FirstPartyService).mark(OPERATOR, clientId, isFirstParty);
  });
  call.out.result(
    { client_id: clientId, first_party: isFirstParty },
    `The API key ${clientId} is ${isFirstParty ? 'first-party' : 'third-party'} from now on.`,
  );
  return 0;
}

export async function rotateKey(call: Call): Promise<ExitCode> {
  const clientId = subjectOf(call.positionals, 'a client id');
  const overlap = textOf(call.values, 'overlap');
  const given = overlap === null ? {} : { overlap_seconds: /^\d+$/.test(overlap) ? Number(overlap) : overlap };
  const view = await inside(call, 'key rotate', async (application) => {
    const rotation = new Input().transform(given, { type: 'body', metatype: SecretRotation }) as SecretRotation;
    return clientKeyView(
      await application.get(ClientKeysService).rotate(at(await ownerOf(application, clientId)), clientId, rotation),
    );
  });
  const until = view.previous_secret_expires_at;
  call.out.result(
    view,
    `Secret: ${view.secret}\n${until === undefined ? 'The old secret has ended.' : `The old secret is accepted until ${until}.`}`,
  );
  return 0;
}

export async function removeKey(call: Call): Promise<ExitCode> {
  const clientId = subjectOf(call.positionals, 'a client id');
  const name = await inside(call, 'key remove', async (application) => {
    const { key } = await application.get(ClientKeysService).remove(at(await ownerOf(application, clientId)), clientId);
    return key.name;
  });
  call.out.result({ client_id: clientId, name }, `The API key "${name}" is removed, and all its tokens have ended.`);
  return 0;
}

async function ownerOf(application: Inside, clientId: string): Promise<number> {
  const ownerId = await application.get(ClientsService).ownerOf(clientId);
  if (ownerId === null)
    throw new OperatorTrouble(`There is no API key ${clientId}.`, 'kontor key list shows all of them.');
  return ownerId;
}
