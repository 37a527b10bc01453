import type { AuditAction } from '../../audit/audit-actions.js';
import { toGrantedColumns } from '../../audit/audit-writing.js';
import type { PreparedStatement } from '../../database/prepared-statements.service.js';
import { StatementBatcher } from '../../database/statement-batcher.js';
import { SHARING_SECONDS, SharedFamilies } from './shared-families.js';
import type { TokenFamily } from './token-family.entity.js';
import { joinEntitled } from './token-statements.js';
import { hashToken } from './token.js';

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
      select c.enabled from (select i.client_id, i.user_id, i.acting_user_id) f${joinEntitled('f')} limit 1
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
export type TokenIssue = Pick<
  TokenFamily,
  'clientId' | 'userId' | 'actingUserId' | 'grantType' | 'scope' | 'sessionId'
> &
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

/** Stores the tokens of all grants that wait, in one statement. */
export class TokenIssuer {
  private readonly families = new SharedFamilies();
  private readonly batcher = new StatementBatcher<TokenIssue, boolean>((issues) => this.issueBatch(issues));

  /** `statement` is `ISSUE`. */
  constructor(private readonly statement: PreparedStatement<IssueResult>) {}

  /** Returns whether the key and its users still get tokens. */
  issue(issue: TokenIssue): Promise<boolean> {
    return this.batcher.add(issue);
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
