import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccessChangesService } from '../access/access-changes.service.js';
import { type Actor, findActingAdministrator, rejectTrialToken } from '../access/actor.js';
import type { AuditAction } from '../audit/audit-actions.js';
import { AuditService } from '../audit/audit.service.js';
import { Config } from '../config/config.js';
import { runAfterCommit } from '../database/unit-of-work.js';
import { Client } from './client.entity.js';
import { NoSecretToRotateError, RefusedRegistrationError, TooManyKeysError, UnknownKeyError } from './client-errors.js';
import type { ChangedKey, KeyRegistration, NewKey, SecretRotation } from './client-keys.dto.js';
import { calculateDigest, createClientId, createClientSecret, openSecret, sealSecret } from './client-secret.js';
import { MadeKeysService } from './pages/made-keys.service.js';
import { type ClientRegistration, findRegistrationFaults, listUsualGrants } from './registration.js';

/** A key and its plain secret for its owner; empty if there is none or it may not be shown again. */
export type ShownKey = Readonly<{ key: Client; secret: string }>;

/** Users manage their own keys; acting administrators manage the customer's. */
@Injectable()
export class ClientKeysService {
  constructor(
    private readonly em: EntityManager,
    private readonly config: Config,
    private readonly audit: AuditService,
    private readonly madeKeys: MadeKeysService,
    private readonly changes: AccessChangesService,
  ) {}

  async list(actor: Actor): Promise<ShownKey[]> {
    rejectTrialToken(actor);
    const keys = await this.em.find(
      Client,
      { ownerId: actor.userId },
      { orderBy: { createdAt: 'asc', clientId: 'asc' } },
    );
    await this.audit.recordFor(actor, { action: 'key.listed' });
    return keys.map((key) => ({ key, secret: this.unsealSecret(key, actor) }));
  }

  async find(actor: Actor, clientId: string): Promise<Client> {
    const key = clientId.includes('\0') ? null : await this.em.findOne(Client, { clientId, ownerId: actor.userId });
    if (!key) throw new UnknownKeyError();
    return key;
  }

  count(actor: Actor): Promise<number> {
    return this.em.count(Client, { ownerId: actor.userId });
  }

  /** The user's row is locked while keys are counted, so that two requests cannot both create the last one. */
  async request(actor: Actor, details: NewKey): Promise<ShownKey> {
    rejectTrialToken(actor);
    return this.em.transactional(async (em) => {
      await this.madeKeys.lockOwner(actor.userId);
      await this.madeKeys.requireAccess(actor);
      if ((await em.count(Client, { ownerId: actor.userId })) >= this.config.clientsPerUser)
        throw new TooManyKeysError(this.config.clientsPerUser);
      const key = new Client(createClientId(), actor.userId, details.name);
      key.madeThrough = await this.madeKeys.findOrigin(actor);
      register(key, details, this.config);
      key.requirePkce = details.require_pkce ?? (this.config.newClientsRequirePkce && key.redirectUris.length > 0);
      const secret = key.tokenEndpointAuthMethod === 'none' ? '' : this.replaceSecret(key, actor);
      await em.persist(key).flush();
      await this.recordAudit(actor, 'key.created', key);
      return { key, secret };
    });
  }

  async change(actor: Actor, details: ChangedKey): Promise<ShownKey> {
    rejectTrialToken(actor);
    const changed = await this.em.transactional(async (em) => {
      const key = await this.findForUpdate(em, actor, details.client_id);
      key.name = details.name;
      register(key, details, this.config);
      key.requirePkce = details.require_pkce ?? key.requirePkce;
      const secret = this.adjustSecret(key, actor);
      await em.flush();
      await this.recordAudit(actor, 'key.changed', key);
      return { key, secret };
    });
    await this.invalidate(details.client_id);
    return changed;
  }

  /** The old secret is accepted for an overlap, so that an application can be changed without a gap. */
  async rotate(actor: Actor, clientId: string, { overlap_seconds }: SecretRotation): Promise<ShownKey> {
    rejectTrialToken(actor);
    const rotated = await this.em.transactional(async (em) => {
      const key = await this.findForUpdate(em, actor, clientId);
      if (key.tokenEndpointAuthMethod === 'none') throw new NoSecretToRotateError();
      // An owner who replaces a secret that an administrator knows ends it at once.
      const seconds = key.madeBy === null ? (overlap_seconds ?? this.config.secretOverlapSeconds) : 0;
      key.previousSecretDigest = seconds > 0 ? key.secretDigest : null;
      key.previousSecretExpiresAt = seconds > 0 ? new Date(Date.now() + seconds * 1000) : null;
      const secret = this.replaceSecret(key, actor);
      await em.flush();
      await this.recordAudit(actor, 'key.rotated', key);
      return { key, secret };
    });
    await this.invalidate(clientId);
    return rotated;
  }

  /** Its tokens end, and so do keys that it created for other users; every process is notified at once. */
  async remove(actor: Actor, clientId: string): Promise<ShownKey> {
    rejectTrialToken(actor);
    const removed = await this.em.transactional(async (em) => {
      const key = await this.findForUpdate(em, actor, clientId);
      const { forget } = await this.madeKeys.remove(clientId, null);
      await em.remove(key).flush();
      await this.recordAudit(actor, 'key.removed', key);
      return { shown: { key, secret: this.unsealSecret(key, actor) }, forget };
    });
    await runAfterCommit(removed.forget);
    return removed.shown;
  }

  /** Marks a key as first-party for all users, for administrators (decision 57). Its tokens are checked again from now on. */
  async markFirstParty(actor: Actor, clientId: string, isFirstParty: boolean): Promise<Client> {
    const marked = await this.em.transactional(async (em) => {
      const key = clientId.includes('\0') ? null : await em.findOne(Client, { clientId });
      if (!key) throw new UnknownKeyError();
      key.firstParty = isFirstParty;
      await em.flush();
      await this.audit.recordFor(actor, {
        action: 'key.changed',
        subject: ['key', clientId],
        changes: { [isFirstParty ? 'first_party' : 'third_party']: true },
      });
      return key;
    });
    await this.invalidate(clientId);
    return marked;
  }

  /** For the operator: whether anything was changed. The tokens of a disabled key end, and the database writes the audit entry. */
  async setEnabled(clientId: string, isEnabled: boolean): Promise<boolean> {
    const changed = await this.em.nativeUpdate(Client, { clientId, enabled: !isEnabled }, { enabled: isEnabled });
    await this.invalidate(clientId);
    return changed > 0;
  }

  /** The replaced secret ends, and the key acts as changed, before the caller is answered. */
  private invalidate(clientId: string): Promise<void> {
    return runAfterCommit(() => this.changes.invalidate('client', clientId));
  }

  /** The owner is part of the query, so that another user's key and an unknown one cannot be distinguished. */
  private async findForUpdate(em: EntityManager, actor: Actor, clientId: string): Promise<Client> {
    const key = clientId.includes('\0')
      ? null
      : await em.findOne(Client, { clientId, ownerId: actor.userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!key) throw new UnknownKeyError();
    return key;
  }

  /** A key that becomes public loses its secret; a key that becomes confidential gets one. */
  private adjustSecret(key: Client, actor: Actor): string {
    const isPublic = key.tokenEndpointAuthMethod === 'none';
    if (!isPublic && key.secretDigest === null) return this.replaceSecret(key, actor);
    if (isPublic) {
      key.secretDigest = null;
      key.sealedSecret = null;
      key.previousSecretDigest = null;
      key.previousSecretExpiresAt = null;
    }
    return this.unsealSecret(key, actor);
  }

  private replaceSecret(key: Client, actor: Actor): string {
    const secret = createClientSecret();
    key.madeBy = findActingAdministrator(actor);
    key.secretDigest = calculateDigest(secret);
    key.sealedSecret = this.config.secretsAreShownOnce ? null : sealSecret(secret, key.clientId, this.config.secretKey);
    return secret;
  }

  /** An acting administrator sees only secrets that the administrator created. */
  private unsealSecret({ sealedSecret, clientId, madeBy }: Client, actor: Actor): string {
    const administrator = findActingAdministrator(actor);
    if (
      actor.hidesSecrets === true ||
      this.config.secretsAreShownOnce ||
      (administrator !== null && administrator !== madeBy)
    )
      return '';
    return (sealedSecret !== null && openSecret(sealedSecret, clientId, this.config.secretKey)) || '';
  }

  private recordAudit(actor: Actor, action: AuditAction, { clientId }: Client): Promise<void> {
    return this.audit.recordFor(actor, { action, subject: ['key', clientId] });
  }
}

/** Applies the fields of the request to the key; rejects what is not permitted. */
function register(key: Client, registration: KeyRegistration, { allowsHttpRedirects }: Config): void {
  const method = registration.token_endpoint_auth_method ?? key.tokenEndpointAuthMethod;
  const becomesPublic = method === 'none' && key.tokenEndpointAuthMethod !== 'none';
  const changed: ClientRegistration = {
    redirectUris: registration.redirect_uris ?? key.redirectUris,
    postLogoutRedirectUris: registration.post_logout_redirect_uris ?? key.postLogoutRedirectUris,
    grantTypes: registration.grant_types ?? (becomesPublic ? listUsualGrants(method) : key.grantTypes),
    tokenEndpointAuthMethod: method,
  };
  const faults = findRegistrationFaults(changed, {
    allowsPlainHttp: allowsHttpRedirects,
    registered: [...key.redirectUris, ...key.postLogoutRedirectUris],
  });
  if (faults.length > 0)
    throw new RefusedRegistrationError(faults.map(({ field, message }) => ({ pointer: `/${field}`, message })));
  setIdTokens(key, registration);
  Object.assign(key, {
    ...changed,
    redirectUris: [...changed.redirectUris],
    postLogoutRedirectUris: [...changed.postLogoutRedirectUris],
    grantTypes: [...changed.grantTypes],
  });
}

function setIdTokens(key: Client, registration: KeyRegistration): void {
  key.requireNonce = registration.require_nonce ?? (registration.profile === 'oidc' ? true : key.requireNonce);
  key.idTokenProfile = registration.id_token_profile ?? key.idTokenProfile;
}
