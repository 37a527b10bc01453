import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor, Role } from '../access/actor.js';
import { AccessChangesService } from '../access/access-changes.service.js';
import { AccessEndings } from '../access/access-endings.service.js';
import { auditFrom, auditValues } from '../audit/audit-writing.js';
import { Config, type Lifetimes } from '../config/config.js';
import type { TokenFamily } from './token-family.entity.js';
import { isToken, newToken, tokenDigest } from './token.js';
import { type KnownToken, TokenMemory } from './token-memory.js';

/**
 * What a grant decided: whose tokens, acted for by whom, for which key, with what scope, and whether they may be refreshed.
 * `sessionId` is the browser's sign-in from which it was granted; `familyId` a family that is open already.
 */
export type Granted = Pick<TokenFamily, 'clientId' | 'userId' | 'actingUserId' | 'grantType' | 'scope'> &
  Readonly<{ isRefreshable: boolean; sessionId?: number; familyId?: number }>;

export type IssuedTokens = Readonly<{ accessToken: string; expiresInSeconds: number; refreshToken: string | null; scope: string; idToken?: string }>;

type LookedUp = Readonly<{ userId: number; actingUserId: number; role: Role; clientId: string; scope: string; familyId: string; expiresInMs: string }>;

const OPEN = `
  insert into token_families (client_id, user_id, acting_user_id, grant_type, scope, session_id, created_at, expires_at)
  values (?, ?, ?, ?, ?, ?, now(), now() + make_interval(secs => ?)) returning id`;

/** The family, its first tokens and the entry in the audit log are born in one statement, and so in one commit. Times are the database's, the one clock of all processes. */
const issueTo = (family: string): string => `
  with family as (${family}), refresh as (
    insert into refresh_tokens (digest, family_id, created_at, expires_at)
    select ?, id, now(), now() + make_interval(secs => ?) from family where ?
  ), audited as (${auditFrom('family')}
  )
  insert into access_tokens (digest, family_id, scope, created_at, expires_at)
  select ?, id, ?, now(), now() + make_interval(secs => ?) from family`;

/**
 * Everything that can end a token is asked in one statement. A token from the future was issued before the clock was set
 * back, and would outlive its time. Nobody is an administrator by a key alone.
 */
const VERIFY = `
  select f.user_id "userId", f.acting_user_id "actingUserId", f.client_id "clientId", t.scope, f.id "familyId",
    case f.grant_type when 'client_credentials' then 'Customer' else u.role end "role",
    floor(extract(epoch from t.expires_at - now()) * 1000) "expiresInMs"
  from access_tokens t
  join token_families f on f.id = t.family_id
  join clients c on c.client_id = f.client_id
  join users u on u.id = f.user_id
  join users a on a.id = f.acting_user_id
  where t.digest = ? and t.revoked_at is null and f.revoked_at is null and c.enabled and u.enabled and a.enabled
    and (a.id = u.id or a.role = 'Admin')
    and t.expires_at > now() and f.expires_at > now() and t.created_at <= now() + interval '5 seconds'`;

/** Issues access tokens, recognises them, and forgets them as soon as they are revoked anywhere. */
@Injectable()
export class TokensService implements OnModuleInit {
  private readonly memory = new TokenMemory();

  constructor(
    private readonly em: EntityManager,
    private readonly changes: AccessChangesService,
    private readonly endings: AccessEndings,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.changes.onChange((change) => this.memory.forget(change));
    this.endings.onEnd((userId) => this.endAllOf(userId));
  }

  async issue(granted: Granted): Promise<IssuedTokens> {
    const { clientId, userId, actingUserId, grantType, scope, isRefreshable, familyId } = granted;
    const lifetimes = this.lifetimesOf(granted);
    const accessToken = newToken('access');
    const refreshToken = isRefreshable ? newToken('refresh') : null;
    const [family, ofFamily] = familyId === undefined ? [OPEN, opening(granted, lifetimes)] : ['select ?::bigint as id', [familyId]];
    await this.em.execute(issueTo(family), [
      ...ofFamily,
      ...[tokenDigest(refreshToken ?? ''), lifetimes.refreshSeconds, isRefreshable],
      ...auditValues({ action: `token.${grantType}`, userId, actingUserId, clientId }),
      ...[tokenDigest(accessToken), scope, lifetimes.accessSeconds],
    ]);
    return { accessToken, expiresInSeconds: lifetimes.accessSeconds, refreshToken, scope };
  }

  /** A family whose first tokens are issued later: so there is something to revoke before there is a token. */
  async open(granted: Granted): Promise<number> {
    const [family] = await this.em.execute<{ id: string }[]>(OPEN, opening(granted, this.lifetimesOf(granted)));
    return Number(family?.id);
  }

  /** Whom a token stands for, or null. What was looked up a moment ago is remembered, while revocations can be heard. */
  async recognise(token: string): Promise<Actor | null> {
    if (!isToken('access', token)) return null;
    const digest = tokenDigest(token);
    const now = performance.now();
    if (!this.changes.isHearing(now)) return (await this.lookUp(digest))?.actor ?? null;
    return this.memory.find(digest, now, () => this.lookUp(digest));
  }

  /** What a person earned, for themselves or for a customer, and what administrators earned for them. */
  private async endAllOf(userId: number): Promise<void> {
    await this.em.execute('update token_families set revoked_at = now() where (user_id = ? or acting_user_id = ?) and revoked_at is null', [userId, userId]);
  }

  private lifetimesOf({ userId, actingUserId }: Granted): Lifetimes {
    return this.config.lifetimes[userId === actingUserId ? 'own' : 'onBehalf'];
  }

  private async lookUp(digest: string): Promise<KnownToken | null> {
    const [row] = await this.em.execute<LookedUp[]>(VERIFY, [digest]);
    if (!row) return null;
    const { userId, actingUserId, role, clientId, scope } = row;
    const actor = { userId, actingUserId, role, clientId, scope: scope === '' ? [] : scope.split(' ') };
    return { actor, familyId: Number(row.familyId), expiresInMs: Number(row.expiresInMs) };
  }
}

/** What is written into a family's row. */
function opening(granted: Granted, { familySeconds, accessSeconds }: Lifetimes): unknown[] {
  const { clientId, userId, actingUserId, grantType, scope, sessionId = null, isRefreshable } = granted;
  return [clientId, userId, actingUserId, grantType, scope, sessionId, isRefreshable ? familySeconds : accessSeconds];
}
