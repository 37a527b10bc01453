import { hkdfSync } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { auditFrom, type AuditNote, auditValues } from '../audit/audit-writing.js';
import { type Concerned, InvalidGrant } from './oauth-errors.js';
import { narrowScope } from './scope.js';
import { isToken, successorToken, tokenDigest } from './token.js';
import type { IssuedTokens } from './tokens.service.js';

/** Within so many seconds a token may be used again, so often: a caller whose answer was lost, or who asked twice at once. */
const GRACE_SECONDS = 10;
const REPLAYS_MAX = 50;

type Family = Readonly<{ familyId: string; scope: string; userId: number; actingUserId: number }>;
type Row = Readonly<Record<'scope', string> & { expiresInSeconds: number }>;
type Successors = Readonly<{ accessToken: string; refreshToken: string }>;

/** Everything but the token's own use: it is the key's, and family, key and people are as they were. */
const FIND = `
  select f.id "familyId", f.scope, f.user_id "userId", f.acting_user_id "actingUserId"
  from refresh_tokens r
  join token_families f on f.id = r.family_id
  join clients c on c.client_id = f.client_id
  join users u on u.id = f.user_id
  join users a on a.id = f.acting_user_id
  where r.digest = ? and f.client_id = ? and f.revoked_at is null and c.enabled and u.enabled and a.enabled
    and (a.id = u.id or a.role = 'Admin') and r.expires_at > now() and f.expires_at > now()`;

/** This statement decides who wins: it uses the token, bears its successors and writes it down, or does nothing at all. */
const ROTATE = `
  with used as (
    update refresh_tokens set used_at = now() where digest = ? and used_at is null returning family_id
  ), family as (
    select f.id, f.expires_at from token_families f join used on f.id = used.family_id
  ), refresh as (
    insert into refresh_tokens (digest, family_id, created_at, expires_at)
    select ?, id, now(), least(expires_at, now() + make_interval(secs => ?)) from family
  ), audited as (${auditFrom('family')}
  )
  insert into access_tokens (digest, family_id, scope, created_at, expires_at)
  select ?, id, ?, now(), least(expires_at, now() + make_interval(secs => ?)) from family
  returning scope, round(extract(epoch from expires_at - now()))::int "expiresInSeconds"`;

/** Used again within its grace, a token gives the successors that it has; the count is limited. */
const REPLAY = `
  with replayed as (
    update refresh_tokens set replays = replays + 1
    where digest = ? and used_at > now() - make_interval(secs => ?) and replays < ? returning family_id
  ), audited as (${auditFrom('replayed')}
  )
  select t.scope, round(extract(epoch from t.expires_at - now()))::int "expiresInSeconds"
  from access_tokens t join replayed on t.family_id = replayed.family_id
  where t.digest = ? and t.revoked_at is null and t.expires_at > now()`;

/** Used again later, it was stolen, or its successor was: nobody can tell which, so the whole family ends (RFC 9700 §4.14.2). */
const END_FAMILY = `
  update token_families set revoked_at = now()
  where id = ? and revoked_at is null
    and exists (select from refresh_tokens where digest = ? and used_at <= now() - make_interval(secs => ?))`;

/** Refresh tokens are used once: each use gives a successor, and a second use betrays a theft. */
@Injectable()
export class RefreshTokensService {
  private readonly key: Buffer;

  constructor(
    private readonly em: EntityManager,
    private readonly config: Config,
  ) {
    this.key = Buffer.from(hkdfSync('sha256', config.secretKey, '', 'kontor refresh successor v1', 32));
  }

  async rotate(token: string, clientId: string, requestedScope: string | undefined): Promise<IssuedTokens> {
    const family = await this.find(token, clientId);
    const scope = narrowScope(family.scope, requestedScope);
    const next = { accessToken: successorToken('access', token, this.key), refreshToken: successorToken('refresh', token, this.key) };

    const note: AuditNote = { action: 'token.refresh_token', clientId, userId: family.userId, actingUserId: family.actingUserId };
    const issued = (await this.use(token, next, scope, note)) ?? (await this.useAgain(token, next, note));
    if (issued) return { ...next, ...issued };
    await this.em.execute(END_FAMILY, [family.familyId, tokenDigest(token), GRACE_SECONDS]);
    throw new WrongRefreshToken(family);
  }

  private async find(token: string, clientId: string): Promise<Family> {
    if (!isToken('refresh', token)) throw new WrongRefreshToken();
    const [family] = await this.em.execute<Family[]>(FIND, [tokenDigest(token), clientId]);
    if (!family) throw new WrongRefreshToken();
    return family;
  }

  private async use(token: string, next: Successors, scope: string, note: AuditNote): Promise<Row | undefined> {
    const { accessSeconds, refreshSeconds } = this.config.lifetimes[note.userId === note.actingUserId ? 'own' : 'onBehalf'];
    const [row] = await this.em.execute<Row[]>(ROTATE, [
      ...[tokenDigest(token), tokenDigest(next.refreshToken), refreshSeconds],
      ...auditValues(note),
      ...[tokenDigest(next.accessToken), scope, accessSeconds],
    ]);
    return row;
  }

  private async useAgain(token: string, { accessToken }: Successors, note: AuditNote): Promise<Row | undefined> {
    const [row] = await this.em.execute<Row[]>(REPLAY, [tokenDigest(token), GRACE_SECONDS, REPLAYS_MAX, ...auditValues({ ...note, detail: 'again within its grace' }), tokenDigest(accessToken)]);
    return row;
  }
}

/** Unknown, expired, used, ended, another key's: the same words. */
class WrongRefreshToken extends InvalidGrant {
  constructor(override readonly concerned: Concerned | null = null) {
    super('The refresh token is unknown, expired, used, or not of this API key.');
  }
}
