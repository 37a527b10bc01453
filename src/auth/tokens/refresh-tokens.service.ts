import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import {
  auditAddress,
  toAuditOrigin,
  type AuditNote,
  auditValues,
  toGrantedColumns,
} from '../../audit/audit-writing.js';
import { type PreparedStatement, PreparedStatementsService } from '../../database/prepared-statements.service.js';
import { StatementBatcher } from '../../database/statement-batcher.js';
import { isFirstPartySql } from '../../clients/client.entity.js';
import { Metrics } from '../../telemetry/metrics.js';
import { type ErrorSubject, InvalidGrantError } from '../oauth/oauth-errors.js';
import { type GrantedScope, narrowScope } from '../scope.js';
import { JOIN_ENTITLED, toTokenStatement } from './token-statements.js';
import { isToken, deriveSuccessorToken, hashToken } from './token.js';
import type { IssuedTokens } from './token-issuer.service.js';

/** The grace period and count for repeated use: a caller may have lost the response or asked twice. */
const GRACE_SECONDS = 10;
const REPLAYS_MAX = 50;

type RefreshableFamily = GrantedScope & Readonly<{ familyId: string; userId: number; actingUserId: number }>;
type IssuedAccessToken = Readonly<Record<'scope', string> & { expiresInSeconds: number }>;
type SuccessorTokens = Readonly<{ accessToken: string; refreshToken: string }>;

/** Of these families the valid ones, whose key and users may still have tokens. */
const selectActive = (families: string, rights = ''): string => `
    select f.*${rights} from ${families} f${JOIN_ENTITLED}
    where f.revokedAt is null and f.expiresAt > now()`;

/** How far a grant without scopes of endpoints goes. Nobody is an administrator while acting for a customer. */
const RIGHTS = `, ${isFirstPartySql('f.userId', 'f.actingUserId')} "isFirstParty",
      u.role = 'Admin' and f.userId = f.actingUserId "isAdministrator"`;

/** All conditions except the token's own use. */
const FIND_FAMILY = `
  select f.id "familyId", f.scope, f.userId "userId", f.actingUserId "actingUserId", "isFirstParty", "isAdministrator"
  from RefreshToken r join (${selectActive('TokenFamily', RIGHTS)}) f on f.id = r.familyId
  where r.digest = ? and f.clientId = ? and r.expiresAt > now()`;

/**
 * Uses the tokens, stores their successors and the audit entries, or does nothing. Of simultaneous requests with one
 * token, one finds it unused; rows are locked in order, so that two such statements never deadlock. The scope stays
 * unless a part of it was requested. Token and family are looked up one by one (`limit` keeps PostgreSQL from joining
 * earlier): a planner that believes the tables to be small would start with all tokens that have not expired, or with
 * all families of a key.
 */
const ROTATE = `
  with asked as (
    select distinct on (digest, client_id) * from json_to_recordset(?) a (n int, digest text, client_id text, scope text, refresh_digest text, access_digest text, address text)
  ), unused as materialized (
    select found.* from (select distinct digest from asked order by digest) presented
    cross join lateral (
      select r.digest, r.familyId from RefreshToken r
      where r.digest = presented.digest and r.usedAt is null and r.expiresAt > now() limit 1 for update
    ) found
  ), entitled as materialized (
    select n, digest, f.id, f.expiresAt, f.userId, f.actingUserId, f.clientId, coalesce(asked.scope, f.scope) scope, refresh_digest, access_digest, address
    from unused join asked using (digest)
    cross join lateral (${selectActive('(select f.* from TokenFamily f where f.id = unused.family_id limit 1)')} and f.clientId = asked.client_id limit 1) f
  ), marked as (
    update RefreshToken r set RefreshToken.usedAt = now() where r.digest = any(array(select digest from entitled)) and r.usedAt is null
    returning r.digest
  ), used as (
    select e.*, 'token.refresh_token' as action, e.user_id = e.acting_user_id "isOwn" from entitled e join marked using (digest)
  ), refresh as (
    insert into RefreshToken (digest, familyId, createdAt, expiresAt)
    select refresh_digest, id, now(), least(expires_at, now() + make_interval(secs => case when "isOwn" then ?::int else ?::int end)) from used
  ), audited as (${toGrantedColumns('used')}
  ), access as (
    insert into AccessToken (digest, familyId, scope, createdAt, expiresAt)
    select access_digest, id, scope, now(), least(expires_at, now() + make_interval(secs => case when "isOwn" then ?::int else ?::int end)) from used
    returning digest, scope, round(extract(epoch from expires_at - now()))::int "expiresInSeconds"
  )
  select used.n, access.scope, access."expiresInSeconds" from access join used on used.access_digest = access.digest`;

/** Within the grace period, a used token returns its existing successors; the count is limited. */
const REPLAY = `
  with replayed as (
    update RefreshToken set RefreshToken.replays = RefreshToken.replays + 1
    where RefreshToken.digest = ? and RefreshToken.usedAt > now() - make_interval(secs => ?) and RefreshToken.replays < ? returning RefreshToken.familyId
  ), audited as (${toAuditOrigin('replayed')}
  )
  select t.scope, round(extract(epoch from t.expiresAt - now()))::int "expiresInSeconds"
  from AccessToken t join replayed on t.familyId = replayed.family_id
  where t.digest = ? and t.revokedAt is null and t.expiresAt > now()`;

/** After the grace period, either the token or its successor was stolen; the whole family ends (RFC 9700 §4.14.2). */
const REVOKE_FAMILY = `
  update TokenFamily set TokenFamily.revokedAt = now()
  where TokenFamily.id = ? and TokenFamily.revokedAt is null
    and exists (select from RefreshToken where RefreshToken.digest = ? and RefreshToken.usedAt <= now() - make_interval(secs => ?))`;

/** Each is measured in decision 68. */
export const REFRESH_STATEMENTS = { FIND_FAMILY, ROTATE, REPLAY, REVOKE_FAMILY };

/** Refresh tokens are valid once: each use creates a successor, and a second use reveals a theft. */
@Injectable()
export class RefreshTokensService {
  private readonly key: KeyObject;
  private readonly statements: Omit<typeof REFRESH_STATEMENTS, 'ROTATE'>;
  private readonly rotateStatement: PreparedStatement<IssuedAccessToken & Readonly<{ n: number }>>;
  private readonly rotations = new StatementBatcher<object, IssuedAccessToken | undefined>((requests) =>
    this.rotateBatch(requests),
  );

  constructor(
    private readonly em: EntityManager,
    prepared: PreparedStatementsService,
    private readonly config: Config,
    private readonly metrics: Metrics,
  ) {
    const translate = (text: string): string => toTokenStatement(em.getMetadata(), text);
    this.statements = {
      FIND_FAMILY: translate(FIND_FAMILY),
      REPLAY: translate(REPLAY),
      REVOKE_FAMILY: translate(REVOKE_FAMILY),
    };
    this.rotateStatement = prepared.prepare('rotate', translate(ROTATE));
    this.key = createSecretKey(
      Buffer.from(hkdfSync('sha256', config.secretKey, '', 'kontor refresh successor v1', 32)),
    );
  }

  async rotate(token: string, clientId: string, requestedScope: string | undefined): Promise<IssuedTokens> {
    if (!isToken('refresh', token)) throw new InvalidRefreshTokenError();
    const scope = requestedScope === undefined ? null : narrowScope(await this.find(token, clientId), requestedScope);
    const successors = {
      accessToken: deriveSuccessorToken('access', token, this.key),
      refreshToken: deriveSuccessorToken('refresh', token, this.key),
    };
    const issued = await this.rotations.add({
      ...{ digest: hashToken(token), client_id: clientId, scope, address: auditAddress() },
      ...{ refresh_digest: hashToken(successors.refreshToken), access_digest: hashToken(successors.accessToken) },
    });
    return {
      ...successors,
      ...(issued ?? (await this.replay(token, successors, await this.find(token, clientId), clientId))),
    };
  }

  private async find(token: string, clientId: string): Promise<RefreshableFamily> {
    const [family] = await this.em.execute<RefreshableFamily[]>(this.statements.FIND_FAMILY, [
      hashToken(token),
      clientId,
    ]);
    if (!family) throw new InvalidRefreshTokenError();
    return family;
  }

  private async rotateBatch(requests: readonly object[]): Promise<(IssuedAccessToken | undefined)[]> {
    const { own, onBehalf } = this.config.lifetimes;
    const values = [
      JSON.stringify(requests.map((request, n) => ({ n, ...request }))),
      own.refreshSeconds,
      onBehalf.refreshSeconds,
      own.accessSeconds,
      onBehalf.accessSeconds,
    ];
    const rows = await this.rotateStatement(values);
    const rowsByNumber = new Map(rows.map(({ n, scope, expiresInSeconds }) => [n, { scope, expiresInSeconds }]));
    return requests.map((_one, n) => rowsByNumber.get(n));
  }

  private async replay(
    token: string,
    { accessToken }: SuccessorTokens,
    family: RefreshableFamily,
    clientId: string,
  ): Promise<IssuedAccessToken> {
    const { familyId, userId, actingUserId } = family;
    const note: AuditNote = {
      action: 'token.refresh_token',
      clientId,
      userId,
      actingUserId,
      changes: { replayed: true },
    };
    const [row] = await this.em.execute<IssuedAccessToken[]>(this.statements.REPLAY, [
      hashToken(token),
      GRACE_SECONDS,
      REPLAYS_MAX,
      ...auditValues(note),
      hashToken(accessToken),
    ]);
    if (row) return row;
    const { affectedRows } = await this.em.execute<{ affectedRows: number }>(
      this.statements.REVOKE_FAMILY,
      [familyId, hashToken(token), GRACE_SECONDS],
      'run',
    );
    if (affectedRows > 0) this.metrics.identity.recordReuse('refresh_token');
    throw new InvalidRefreshTokenError(family);
  }
}

/** Unknown, expired, used, revoked, another key's: the same text. */
class InvalidRefreshTokenError extends InvalidGrantError {
  constructor(override readonly subject: ErrorSubject | null = null) {
    super('The refresh token is unknown, expired, already used, or was issued to another API key.');
  }
}
