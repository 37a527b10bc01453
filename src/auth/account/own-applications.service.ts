import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccessChangesService } from '../../access/access-changes.service.js';
import type { Actor } from '../../access/actor.js';
import { parseResourceScopes, RESOURCE_SCOPES, addScope } from '../../access/resource-scope.js';
import { AuditService } from '../../audit/audit.service.js';
import { isFirstPartySql } from '../../clients/first-party.js';
import { MadeKeysService } from '../../clients/made-keys.service.js';
import { ACTS_FOR_USER, addActing } from '../authorize/consent-terms.js';
import { NothingGrantedError } from './account-errors.js';

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

type Row = Omit<OwnApplication, 'terms' | 'grants' | 'since'> &
  Readonly<{ scope: string; isFirstParty: boolean; hasTokens: boolean; isUnscoped: boolean; since: Date | string }>;
type GrantRow = CreatedGrant & Readonly<{ clientId: string }>;

const GRANTS_MAX = 200;

/** Tokens that an administrator obtained on behalf of the user are not the user's to revoke. */
const OWN_FAMILIES = 'f.user_id = ? and f.acting_user_id = f.user_id and f.revoked_at is null';

const USER_ID = '(select id from me)';

/** Whether a scope permits API requests; without such a scope, the key's default applies. */
const HAS_RESOURCE_SCOPE = `string_to_array(f.scope, ' ') && string_to_array('${RESOURCE_SCOPES.join(' ')}', ' ')`;

const LIST = `
  with me as (select ?::int id)
  select c.client_id "clientId", c.name, c.owner_id = ${USER_ID} "isOwn", ${isFirstPartySql(USER_ID)} "isFirstParty",
    concat_ws(' ', k.scope, h.scope) "scope", h.client_id is not null "hasTokens", coalesce(h.unscoped, false) "isUnscoped",
    coalesce(least(k.granted_at, h.since), made.since, now()) "since", h.last "lastTokenAt", coalesce(made.keys, '[]') "keys",
    (k.client_id is not null or h.client_id is not null or made.keys is not null) "hasAccess"
  from clients c
  left join consents k on k.client_id = c.client_id and k.user_id = ${USER_ID}
  left join (
    select f.client_id, string_agg(distinct f.scope, ' ') scope, bool_or(not (${HAS_RESOURCE_SCOPE})) unscoped, min(f.created_at) since, max(coalesce(t.created_at, f.created_at)) last
    from token_families f left join access_tokens t on t.family_id = f.id
    where f.user_id = ${USER_ID} and f.acting_user_id = f.user_id and f.revoked_at is null and f.expires_at > now() group by f.client_id
  ) h on h.client_id = c.client_id
  left join (
    select m.made_through client_id, json_agg(json_build_object('clientId', m.client_id, 'name', m.name) order by m.created_at, m.client_id) keys, min(m.created_at) since
    from clients m where m.owner_id = ${USER_ID} and m.made_through is not null group by m.made_through
  ) made on made.client_id = c.client_id and not ${isFirstPartySql(USER_ID)}
  where k.client_id is not null or h.client_id is not null or made.keys is not null or c.client_id = any(array(select jsonb_array_elements_text(?::jsonb)))
  order by lower(c.name), c.client_id`;

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

const WITHDRAW = 'delete from consents where user_id = ? and client_id = ? returning scope';
const REVOKE = `update token_families f set revoked_at = now() where ${OWN_FAMILIES} and f.client_id = ? returning f.id, f.scope`;

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
    const rows = await this.em.execute<Row[]>(LIST, [userId, JSON.stringify(grants.map(({ clientId }) => clientId))]);
    return rows.map((row) => ({
      ...{
        clientId: row.clientId,
        name: row.name,
        isOwn: row.isOwn,
        hasAccess: row.hasAccess,
        keys: row.keys,
        terms: toTerms(row),
      },
      grants: grants.filter(({ clientId }) => clientId === row.clientId),
      since: new Date(row.since),
      lastTokenAt: row.lastTokenAt && new Date(row.lastTokenAt),
    }));
  }

  /**
   * Ends the consent, the tokens and the keys that the application created. Returns whether it could read and change
   * the user's keys.
   */
  async withdraw({ userId, actingUserId }: Actor, clientId: string): Promise<boolean> {
    if (clientId.includes('\0')) throw new NothingGrantedError();
    const {
      agreed: consents,
      families: revoked,
      keys,
    } = await this.em.transactional(async (em) => {
      const agreed = await em.execute<{ scope: string }[]>(WITHDRAW, [userId, clientId]);
      const families = await em.execute<{ id: string; scope: string }[]>(REVOKE, [userId, clientId]);
      const made = await this.madeKeys.remove(clientId, { userId, actingUserId });
      if (agreed.length + families.length + made.count === 0) throw new NothingGrantedError();
      await this.audit.record({
        action: 'consent.withdrawn',
        userId,
        actingUserId,
        clientId,
        changes: agreed[0] ? { scope: agreed[0].scope } : { tokens: true },
      });
      return { agreed, families, keys: made };
    });
    for (const { id } of revoked) this.changes.invalidate('family', id);
    keys.forget();
    return [...consents, ...revoked].some(({ scope }) => includesKeyManagement(scope));
  }
}

/** Whether a scope permits reading the user's API keys with their secrets. */
export const includesKeyManagement = (scope: string): boolean => parseResourceScopes(scope).includes('keys');

/** The permissions of the application, in the words of the consent page. */
function toTerms({ scope, isFirstParty, hasTokens, isUnscoped }: Row): string {
  const terms = scope
    .split(' ')
    .filter((name) => name !== '' && (isFirstParty || name !== ACTS_FOR_USER))
    .join(' ');
  const isLimited = !isFirstParty && (terms !== scope || (hasTokens && isUnscoped));
  if (isLimited) return addScope(terms, 'read');
  return hasTokens && isUnscoped ? addActing(terms) : terms;
}
