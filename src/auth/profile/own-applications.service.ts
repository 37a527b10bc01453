import { EntityManager, raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccessChangesService } from '../../access/access-changes.service.js';
import { type Actor, parseResourceScopes, addScope } from '../../access/actor.js';
import { AuditService } from '../../audit/audit.service.js';
import { Client, isFirstParty } from '../../clients/client.entity.js';
import { MadeKeysService } from '../../clients/pages/made-keys.service.js';
import { Consent } from '../oauth/authorize/consent.entity.js';
import { AccessToken } from '../tokens/token.entity.js';
import { now, revokeFamilies, TokenFamily } from '../tokens/token-family.entity.js';
import { ACTS_FOR_USER, addActing } from '../oauth/authorize/consent-terms.js';
import { NothingGrantedError } from '../auth-errors.js';

/** An application with access to a user: by the user's consent, or because it holds tokens of the user. */
export type OwnApplication = Readonly<{
  clientId: string;
  name: string;
  /** Whether it is the user's own API key, which needs no consent. */
  isOwn: boolean;
  /** False if only the application's keys or grants remain. */
  hasAccess: boolean;
  terms: string;
  /** The user's keys that it created, which end with its access. */
  keys: readonly CreatedClient[];
  /**
   * Access to accounts that it granted for an administrator and that is in force; it remains when the application's
   * access ends.
   */
  grants: readonly CreatedGrant[];
  since: Date;
  /** The time of its last token; null if it has none now. */
  lastTokenAt: Date | null;
}>;

type CreatedClient = Readonly<{ clientId: string; name: string }>;
type CreatedGrant = Readonly<{ acctId: number; user: string; access: string }>;

type GrantRow = CreatedGrant & Readonly<{ clientId: string }>;

const GRANTS_MAX = 200;

/** Tokens that an administrator obtained on behalf of the user are not the user's to revoke. */
const isOwnFamily = (userId: number) => ({ userId, actingUserId: userId, revokedAt: null });

/** What an application has of a user: consent, tokens and keys that it created. */
type ApplicationAccess = Readonly<{
  consent: Consent | undefined;
  families: readonly TokenFamily[];
  keys: readonly Client[];
  lastTokenTimes: ReadonlyMap<number, Date>;
}>;

/** The last grant or revocation of each account access in the journal, with its user and key. */
const GRANTS = `
  select j.client_id "clientId", g.acct_id::int "acctId", u.email "user", g.access
  from account_grants g
  join lateral (
    select seq from account_changes a where a.type = 'AccountGranted' and a.subject_id = g.user_id and a.acct_id = g.acct_id order by seq desc limit 1
  ) last on true
  join journal j on j.seq = last.seq
  join clients c on c.client_id = j.client_id and c.owner_id <> j.acting_user_id
  join users u on u.id = g.user_id
  where j.acting_user_id = ? order by g.acct_id, u.email limit ${GRANTS_MAX}`;

/** Lists the applications with access to a user, and withdraws access. */
@Injectable()
export class OwnApplicationsService {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: AuditService,
    private readonly changes: AccessChangesService,
    private readonly madeKeys: MadeKeysService,
  ) {}

  async list({ userId, actingUserId, role }: Actor): Promise<OwnApplication[]> {
    // Only administrators grant access to accounts; grants for others do not concern the customer.
    const grants =
      role === 'Admin' && userId === actingUserId ? await this.em.execute<GrantRow[]>(GRANTS, [userId]) : [];
    const accessOf = await this.findAccess(userId);
    const clients = await this.findClients([...accessOf.clientIds, ...grants.map(({ clientId }) => clientId)]);
    return clients.flatMap((client) => {
      const ownGrants = grants.filter(({ clientId }) => clientId === client.clientId);
      const application = toOwnApplication(client, userId, accessOf.get(client.clientId));
      return application.hasAccess || ownGrants.length > 0 ? [{ ...application, grants: ownGrants }] : [];
    });
  }

  private async findAccess(userId: number) {
    const options = { disableIdentityMap: true } as const;
    const active = { ...isOwnFamily(userId), expiresAt: { $gt: now() } };
    const consents = await this.em.find(Consent, { userId }, options);
    const families = await this.em.find(TokenFamily, active, { ...options, orderBy: { createdAt: 'asc' } });
    const keys = await this.em.find(
      Client,
      { ownerId: userId, madeThrough: { $ne: null } },
      { ...options, orderBy: { createdAt: 'asc', clientId: 'asc' } },
    );
    const lastTokenTimes = await this.findLastTokenTimes(families.map(({ id }) => id));
    return {
      clientIds: [...consents, ...families, ...keys.map(({ madeThrough }) => ({ clientId: madeThrough ?? '' }))].map(
        ({ clientId }) => clientId,
      ),
      get: (id: string): ApplicationAccess => ({
        consent: consents.find(({ clientId }) => clientId === id),
        families: families.filter(({ clientId }) => clientId === id),
        keys: keys.filter(({ madeThrough }) => madeThrough === id),
        lastTokenTimes,
      }),
    };
  }

  /** The time of the last token of each family. */
  private async findLastTokenTimes(familyIds: readonly number[]): Promise<ReadonlyMap<number, Date>> {
    const tokens = this.em
      .createQueryBuilder(AccessToken, 't')
      .select([raw('t.family_id').as('familyId'), raw('max(t.created_at)').as('at')]);
    const rows = await tokens
      .where({ familyId: { $in: [...familyIds] } })
      .groupBy('t.familyId')
      .execute<{ familyId: string; at: Date | string }[]>('all', false);
    return new Map(rows.map(({ familyId, at }) => [Number(familyId), new Date(at)]));
  }

  private findClients(clientIds: readonly string[]): Promise<Client[]> {
    return this.em.find(
      Client,
      { clientId: { $in: [...new Set(clientIds)] } },
      { orderBy: [{ [raw('lower(name)')]: 'asc' }, { clientId: 'asc' }], disableIdentityMap: true },
    );
  }

  /**
   * Ends the consent, the tokens and the keys that the application created. Returns whether it could read and change
   * the user's keys.
   */
  async withdraw({ userId, actingUserId }: Actor, clientId: string): Promise<boolean> {
    if (clientId.includes('\0')) throw new NothingGrantedError();
    const { scopes, familyIds, keys } = await this.em.transactional(async (em) => {
      await this.madeKeys.lockOwner(userId);
      const own = { ...isOwnFamily(userId), clientId };
      const consent = await em.findOne(Consent, { userId, clientId }, { disableIdentityMap: true });
      const agreed = (await em.nativeDelete(Consent, { userId, clientId })) > 0 ? consent : null;
      const families = await em.find(TokenFamily, own, { disableIdentityMap: true });
      const revoked = await revokeFamilies(em, own);
      const made = await this.madeKeys.remove(clientId, { userId, actingUserId });
      if (!agreed && revoked.length + made.count === 0) throw new NothingGrantedError();
      const changes = agreed ? { scope: agreed.scope } : { tokens: true };
      await this.audit.record({ action: 'consent.withdrawn', userId, actingUserId, clientId, changes });
      return { scopes: [agreed?.scope ?? '', ...families.map(({ scope }) => scope)], familyIds: revoked, keys: made };
    });
    for (const id of familyIds) this.changes.invalidate('family', id);
    keys.forget();
    return scopes.some(includesKeyManagement);
  }
}

/** Whether a scope permits reading the user's API keys with their secrets. */
export const includesKeyManagement = (scope: string): boolean => parseResourceScopes(scope).includes('keys');

function toOwnApplication(client: Client, userId: number, access: ApplicationAccess): Omit<OwnApplication, 'grants'> {
  const { consent, families, lastTokenTimes } = access;
  const { clientId, name, ownerId } = client;
  const isTrusted = isFirstParty(client, [userId]);
  // Keys created with a first-party application are the user's own.
  const keys = isTrusted ? [] : access.keys;
  const since = [consent?.grantedAt, families[0]?.createdAt].filter((at) => at !== undefined);
  const lastTimes = families.map(({ id, createdAt }) => lastTokenTimes.get(id) ?? createdAt);
  return {
    ...{ clientId, name, isOwn: ownerId === userId },
    hasAccess: consent !== undefined || families.length + keys.length > 0,
    terms: toTerms(consent, families, isTrusted),
    keys: keys.map((key) => ({ clientId: key.clientId, name: key.name })),
    since: toEarliest(since) ?? keys[0]?.createdAt ?? new Date(),
    lastTokenAt: lastTimes.length === 0 ? null : new Date(Math.max(...lastTimes.map(Number))),
  };
}

const toEarliest = (times: readonly Date[]): Date | undefined =>
  times.length === 0 ? undefined : new Date(Math.min(...times.map(Number)));

/** The permissions of the application, in the words of the consent page. */
function toTerms(consent: Consent | undefined, families: readonly TokenFamily[], isTrusted: boolean): string {
  const names = [consent?.scope ?? '', ...families.map((family) => family.scope)].flatMap((scope) => scope.split(' '));
  const scope = names.filter((name) => name !== '').join(' ');
  const terms = names.filter((name) => name !== '' && (isTrusted || name !== ACTS_FOR_USER)).join(' ');
  // A family without a scope for API requests has the default of its key.
  const isUnscoped = families.some((family) => parseResourceScopes(family.scope).length === 0);
  if (!isTrusted && (terms !== scope || isUnscoped)) return addScope(terms, 'read');
  return isUnscoped ? addActing(terms) : terms;
}
