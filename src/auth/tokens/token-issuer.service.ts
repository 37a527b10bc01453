import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../audit/audit-actions.js';
import { auditAddress, toGrantedColumns } from '../../audit/audit-writing.js';
import { Config, type TokenLifetimes } from '../../config/config.js';
import { type PreparedStatement, PreparedStatementsService } from '../../database/prepared-statements.service.js';
import { StatementBatcher } from '../../database/statement-batcher.js';
import { InvalidClientError } from '../oauth/oauth-errors.js';
import { TokenFamily, inSeconds, now } from './token-family.entity.js';
import { JOIN_ENTITLED, toTokenStatement } from './token-statements.js';
import { createToken, hashToken } from './token.js';
import { BoundedMap } from '../../access/bounded-map.js';

/**
 * Families, their first tokens and the entries in the audit log are born in one statement, and so in one commit: of all who are
 * granted something at the same time. Times are the database's, the one clock of all processes. A key that is disabled or removed, or
 * has a disabled user, gets nothing, though a process may remember it still. A family takes further tokens if it is theirs, has not
 * ended and outlives them. All are looked up by their keys alone (`limit`), as in `ROTATE`.
 */
export const ISSUE = `
  with given as materialized (
    select i.*, c.enabled is not null is_granted, coalesce(i.open_family_id, shared.id) is null is_new,
      coalesce(i.open_family_id, shared.id, nextval(pg_get_serial_sequence('TokenFamily', 'id'))) family_id
    from json_to_recordset(?) i (open_family_id bigint, shared_family_id bigint, client_id text, user_id int, acting_user_id int, grant_type text, scope text,
      session_id bigint, family_seconds int, refresh_digest text, refresh_seconds int, access_digest text, access_seconds int, action text, address text)
    left join lateral (
      select c.enabled from (select i.client_id, i.user_id, i.acting_user_id) f${JOIN_ENTITLED} limit 1
    ) c on true
    left join lateral (
      select f.id from (select f.* from TokenFamily f where f.id = i.shared_family_id limit 1) f
      where (f.clientId, f.userId, f.actingUserId, f.grantType, f.scope) = (i.client_id, i.user_id, i.acting_user_id, i.grant_type, i.scope)
        and f.sessionId is null and f.revokedAt is null and f.expiresAt >= now() + make_interval(secs => i.access_seconds)
    ) shared on true
  ), asked as (
    select * from given where is_granted
  ), families as (
    insert into TokenFamily (id, clientId, userId, actingUserId, grantType, scope, sessionId, createdAt, expiresAt)
    select family_id, client_id, user_id, acting_user_id, grant_type, scope, session_id, now(), now() + make_interval(secs => family_seconds)
    from asked where is_new
  ), refresh as (
    insert into RefreshToken (digest, familyId, createdAt, expiresAt)
    select refresh_digest, family_id, now(), now() + make_interval(secs => refresh_seconds) from asked where refresh_digest is not null
  ), audited as (${toGrantedColumns('asked')}
  ), access as (
    insert into AccessToken (digest, familyId, scope, createdAt, expiresAt)
    select access_digest, family_id, scope, now(), now() + make_interval(secs => access_seconds) from asked
  )
  select access_digest "digest", family_id::float8 "familyId", is_granted "isGranted" from given where is_new or not is_granted`;

/** The tokens of one grant. `openFamilyId` is a family that was opened for them. */
type TokenIssue = Pick<TokenFamily, 'clientId' | 'userId' | 'actingUserId' | 'grantType' | 'scope' | 'sessionId'> &
  Readonly<{
    openFamilyId: number | null;
    familySeconds: number;
    accessToken: string;
    accessSeconds: number;
    refreshToken: string | null;
    refreshSeconds: number;
    action: AuditAction;
    address: string | null;
  }>;

/** A token that was not issued, or the family that was made for it. */
type IssueResult = Readonly<{ digest: string; familyId: number; isGranted: boolean }>;

/**
 * What a grant decided: whose tokens, acted for by whom, for which key, with what scope, and whether they may be refreshed.
 * `sessionId` is the browser's sign-in from which it was granted; `familyId` a family that is open already. `action` is how it is written down, and
 * `seconds` how long it lives, where that is not as the grant has it.
 */
export type TokenGrant = Pick<TokenFamily, 'clientId' | 'userId' | 'actingUserId' | 'grantType' | 'scope'> &
  Readonly<{ isRefreshable: boolean; sessionId?: number; familyId?: number; action?: AuditAction; seconds?: number }>;

export type IssuedTokens = Readonly<{
  accessToken: string;
  expiresInSeconds: number;
  refreshToken: string | null;
  scope: string;
  idToken?: string;
}>;

/** Issues the tokens of all grants that wait, in one statement. */
@Injectable()
export class TokenIssuerService {
  private readonly families = new SharedFamilies();
  private readonly batcher = new StatementBatcher<TokenIssue, boolean>((issues) => this.issueBatch(issues));
  private readonly statement: PreparedStatement<IssueResult>;

  constructor(
    private readonly em: EntityManager,
    private readonly config: Config,
    statements: PreparedStatementsService,
  ) {
    this.statement = statements.prepare('issue', toTokenStatement(em.getMetadata(), ISSUE));
  }

  async issue(grant: TokenGrant): Promise<IssuedTokens> {
    const {
      clientId,
      userId,
      actingUserId,
      grantType,
      scope,
      isRefreshable,
      familyId = null,
      sessionId = null,
      action = `token.${grantType}`,
    } = grant;
    const { accessSeconds, refreshSeconds } = this.getLifetimes(grant);
    const accessToken = createToken('access');
    const refreshToken = isRefreshable ? createToken('refresh') : null;
    const isIssued = await this.batcher.add({
      ...{ clientId, userId, actingUserId, grantType, scope, sessionId, openFamilyId: familyId },
      ...{ accessToken, accessSeconds, refreshToken, refreshSeconds, familySeconds: this.getFamilySeconds(grant) },
      ...{ action, address: auditAddress() },
    });
    if (!isIssued) throw new InvalidClientError();
    return { accessToken, expiresInSeconds: accessSeconds, refreshToken, scope };
  }

  /** A family whose first tokens are issued later: so there is something to revoke before there is a token. */
  async openFamily(grant: TokenGrant): Promise<number> {
    const { clientId, userId, actingUserId, grantType, scope, sessionId = null } = grant;
    return this.em.insert(TokenFamily, {
      ...{ clientId, userId, actingUserId, grantType, scope, sessionId },
      createdAt: now(),
      expiresAt: inSeconds(this.getFamilySeconds(grant)),
    });
  }

  /** What cannot be refreshed ends with its access token. */
  private getFamilySeconds(grant: TokenGrant): number {
    const { familySeconds, accessSeconds } = this.getLifetimes(grant);
    return grant.isRefreshable ? familySeconds : accessSeconds;
  }

  private getLifetimes({ userId, actingUserId, seconds }: TokenGrant): TokenLifetimes {
    const defaults = this.config.lifetimes[userId === actingUserId ? 'own' : 'onBehalf'];
    return seconds === undefined ? defaults : { ...defaults, accessSeconds: Math.min(seconds, defaults.accessSeconds) };
  }

  private async issueBatch(issues: readonly TokenIssue[]): Promise<boolean[]> {
    const rows = issues.map((issue) => this.toRow(issue));
    const results = await this.statement([JSON.stringify(rows)]);
    if (results.length === 0) return issues.map(() => true);
    const resultsByDigest = new Map(results.map((result) => [result.digest, result]));
    return issues.map((issue, n) => {
      const result = resultsByDigest.get(rows[n]?.access_digest ?? '');
      if (result?.isGranted === true && isShareable(issue)) this.families.remember(issue, result.familyId);
      return result?.isGranted ?? true;
    });
  }

  private toRow(issue: TokenIssue) {
    const isShared = isShareable(issue);
    return {
      open_family_id: issue.openFamilyId,
      shared_family_id: isShared ? this.families.find(issue) : null,
      client_id: issue.clientId,
      user_id: issue.userId,
      acting_user_id: issue.actingUserId,
      grant_type: issue.grantType,
      scope: issue.scope,
      session_id: issue.sessionId,
      family_seconds: issue.familySeconds + (isShared ? SHARING_SECONDS : 0),
      refresh_digest: issue.refreshToken && hashToken(issue.refreshToken),
      refresh_seconds: issue.refreshSeconds,
      access_digest: hashToken(issue.accessToken),
      access_seconds: issue.accessSeconds,
      action: issue.action,
      address: issue.address,
    };
  }
}

/** A token for trying belongs to its sign-in, and whatever can be refreshed is a family of its own. */
const isShareable = ({ grantType, sessionId, refreshToken, openFamilyId }: TokenIssue): boolean =>
  grantType === 'client_credentials' && sessionId === null && refreshToken === null && openFamilyId === null;

/** What all tokens of a family have in common. */
type FamilyTerms = Pick<TokenFamily, 'clientId' | 'userId' | 'actingUserId' | 'scope'>;

/** How long a family takes further tokens. It outlives its last token by no more. */
const SHARING_SECONDS = 60;

const FAMILIES_MAX = 5000;

/**
 * The families in which keys got their last tokens by `client_credentials`. Such a token has no successors and no sign-in, so
 * the tokens of one key and scope may have one family: they end alone or all at once, as if each had its own. The database
 * decides whether a family still takes tokens; what is remembered here is only where to look.
 */
class SharedFamilies {
  private readonly families = new BoundedMap<string, number>(FAMILIES_MAX);

  find(terms: FamilyTerms): number | null {
    return this.families.get(toKey(terms)) ?? null;
  }

  remember(terms: FamilyTerms, familyId: number): void {
    this.families.set(toKey(terms), familyId);
  }
}

const toKey = ({ clientId, userId, actingUserId, scope }: FamilyTerms): string =>
  [userId, actingUserId, scope, clientId].join('\n');
