import { type Actor, OPERATOR } from '../access/actor.js';
import { ClientKeysService } from '../clients/client-keys.service.js';
import { NewKey, SecretRotation } from '../clients/client-keys.dto.js';
import { toClientKeyView } from '../clients/client-key.view.js';
import { ClientsService } from '../clients/clients.service.js';
import { KeyUsesService } from '../clients/key-uses.service.js';
import { OperatorError } from '../errors/operator-error.js';
import { ValidationPipe } from '../http/validation.pipe.js';
import { type CommandInvocation, type ExitCode, UsageError } from './command.js';
import { runInApp, type AppServices } from './run-in-app.js';
import { formatTable, requireTextOption, getListOption, requireSubject, getTextOption } from './options.js';
import { requireUserId } from './user-actions.js';

/** The operator acts on the keys of a user. */
const toOwnerActor = (ownerId: number): Actor => ({ ...OPERATOR, userId: ownerId });

export async function addClient(invocation: CommandInvocation): Promise<ExitCode> {
  const { values, out } = invocation;
  const owner = requireTextOption(values, 'owner');
  const fields = {
    name: requireTextOption(values, 'name'),
    redirect_uris: getListOption(values, 'redirect-uri'),
    grant_types: getListOption(values, 'grant'),
    ...(values['public'] === true && { token_endpoint_auth_method: 'none' }),
    ...readClientSettings(values),
  };
  const view = await runInApp(invocation, 'key add', async (application) => {
    const details = new ValidationPipe().transform(fields, { type: 'body', metatype: NewKey }) as NewKey;
    const issued = await application
      .get(ClientKeysService)
      .request(toOwnerActor(await requireUserId(application, owner)), details);
    if (values['introspect'] === true) await application.get(ClientsService).allowIntrospection(issued.key);
    if (values['first-party'] === true)
      await application.get(ClientKeysService).markFirstParty(OPERATOR, issued.key.clientId, true);
    return toClientKeyView(issued);
  });
  out.result(view, `Client id: ${view.client_id}${view.secret === '' ? '' : `\nSecret:    ${view.secret}`}`);
  return 0;
}

/** Omitted settings have the defaults of a new key. */
function readClientSettings(values: CommandInvocation['values']): Partial<NewKey> {
  const [requiresPkce, waivesPkce] = [values['require-pkce'] === true, values['no-require-pkce'] === true];
  if (requiresPkce && waivesPkce)
    throw new UsageError(
      '--require-pkce and --no-require-pkce contradict each other.',
      'Give one of the two, or neither.',
    );
  return {
    ...(values['require-nonce'] === true && { require_nonce: true }),
    ...(requiresPkce !== waivesPkce && { require_pkce: requiresPkce }),
    ...(values['id-token-profile'] === true && { id_token_profile: true }),
  };
}

/** Without secrets, because terminals keep their output. */
export async function listClients(invocation: CommandInvocation): Promise<ExitCode> {
  const owner = getTextOption(invocation.values, 'owner');
  const { keys, uses: lastUses } = await runInApp(invocation, 'key list', async (application) => {
    const clients = await application
      .get(ClientsService)
      .list(owner === null ? null : await requireUserId(application, owner));
    return {
      keys: clients,
      uses: await application.get(KeyUsesService).findLastUses(clients.map(({ clientId }) => clientId)),
    };
  });
  const views = keys.map(({ clientId, name, ownerId, enabled, firstParty, ...key }) => ({
    client_id: clientId,
    name,
    owner_id: ownerId,
    enabled: enabled ? 'yes' : 'no',
    first_party: firstParty ? 'yes' : 'no',
    token_endpoint_auth_method: key.tokenEndpointAuthMethod,
    grant_types: key.grantTypes,
    created_at: key.createdAt.toISOString(),
    last_used_at: lastUses.get(clientId)?.toISOString() ?? 'never',
  }));
  invocation.out.result(views, formatTable(views, 'There is no API key.'));
  return 0;
}

export async function markClient(invocation: CommandInvocation): Promise<ExitCode> {
  const clientId = requireSubject(invocation.positionals, 'a client id');
  const [isFirstParty, isThirdParty] = [
    invocation.values['first-party'] === true,
    invocation.values['third-party'] === true,
  ];
  if (isFirstParty === isThirdParty)
    throw new UsageError('kontor key mark needs --first-party or --third-party.', 'Name one of the two.');
  await runInApp(invocation, 'key mark', async (application) => {
    await requireClientOwner(application, clientId);
    await application.get(ClientKeysService).markFirstParty(OPERATOR, clientId, isFirstParty);
  });
  invocation.out.result(
    { client_id: clientId, first_party: isFirstParty },
    `The API key ${clientId} is ${isFirstParty ? 'first-party' : 'third-party'} from now on.`,
  );
  return 0;
}

export async function setClientEnabled(invocation: CommandInvocation, isEnabled: boolean): Promise<ExitCode> {
  const clientId = requireSubject(invocation.positionals, 'a client id');
  const { isChanged, isLive } = await runInApp(
    invocation,
    isEnabled ? 'key enable' : 'key disable',
    async (application) => {
      await requireClientOwner(application, clientId);
      return {
        isChanged: await application.get(ClientKeysService).setEnabled(clientId, isEnabled),
        isLive: (await application.get(ClientsService).findEnabled(clientId)) !== null,
      };
    },
  );
  invocation.out.result(
    { client_id: clientId, enabled: isEnabled, changed: isChanged },
    `The API key ${clientId} ${isEnabled ? describeEnabled(isChanged, isLive) : describeDisabled(isChanged)}`,
  );
  return 0;
}

const describeDisabled = (isChanged: boolean): string =>
  isChanged ? 'is disabled, and all its tokens have ended.' : 'was disabled already. Nothing was changed.';

function describeEnabled(isChanged: boolean, isLive: boolean): string {
  if (!isLive) return 'is enabled, but gets no tokens while its owner is disabled.';
  return isChanged ? 'may get tokens again.' : 'was enabled already. Nothing was changed.';
}

export async function rotateClientSecret(invocation: CommandInvocation): Promise<ExitCode> {
  const clientId = requireSubject(invocation.positionals, 'a client id');
  const overlap = getTextOption(invocation.values, 'overlap');
  const fields = overlap === null ? {} : { overlap_seconds: /^\d+$/.test(overlap) ? Number(overlap) : overlap };
  const view = await runInApp(invocation, 'key rotate', async (application) => {
    const rotation = new ValidationPipe().transform(fields, {
      type: 'body',
      metatype: SecretRotation,
    }) as SecretRotation;
    return toClientKeyView(
      await application
        .get(ClientKeysService)
        .rotate(toOwnerActor(await requireClientOwner(application, clientId)), clientId, rotation),
    );
  });
  const until = view.previous_secret_expires_at;
  invocation.out.result(
    view,
    `Secret: ${view.secret}\n${until === undefined ? 'The old secret has ended.' : `The old secret is accepted until ${until}.`}`,
  );
  return 0;
}

export async function removeClient(invocation: CommandInvocation): Promise<ExitCode> {
  const clientId = requireSubject(invocation.positionals, 'a client id');
  const name = await runInApp(invocation, 'key remove', async (application) => {
    const { key } = await application
      .get(ClientKeysService)
      .remove(toOwnerActor(await requireClientOwner(application, clientId)), clientId);
    return key.name;
  });
  invocation.out.result(
    { client_id: clientId, name },
    `The API key "${name}" is removed, and all its tokens have ended.`,
  );
  return 0;
}

async function requireClientOwner(application: AppServices, clientId: string): Promise<number> {
  const ownerId = await application.get(ClientsService).findOwner(clientId);
  if (ownerId === null)
    throw new OperatorError(`There is no API key ${clientId}.`, 'kontor key list shows all of them.');
  return ownerId;
}
