import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AccessRevocationService } from '../../access/access-revocation.service.js';
import type { StreamLease } from '../../access/stream-lease.js';
import type { Role } from '../../access/actor.js';
import { AuditService } from '../../audit/audit.service.js';
import { isToken, createToken, hashToken } from '../token.js';
import { ActingService } from './acting.service.js';

/**
 * The user of a browser: an acting administrator is `actingUserId`, and all other fields except `name` are the
 * customer's. `authTime` is in milliseconds.
 */
export type SignInSession = Readonly<{
  sessionId: number;
  userId: number;
  actingUserId: number;
  role: Role;
  name: string;
  actingFor: string | null;
  authTime: number;
}>;

/** The circumstances of a sign-in: address, browser, and previous cookie. */
export type SessionOrigin = Readonly<{ address: string; userAgent: string; previousToken: string | null }>;

/** A session ends after a time without use, and after a day at the latest. */
export const SESSION_SECONDS = 24 * 3600;
export const SESSION_IDLE_SECONDS = 4 * 3600;
const LAST_SEEN_UPDATE_SECONDS = 60;

type Row = Readonly<{
  id: string;
  userId: number;
  actingUserId: number;
  role: Role;
  name: string;
  actingFor: string | null;
  authTime: string;
  isStale: boolean;
  isOver: boolean;
  expiresInMs: string;
}>;

/** The administrator's right to act is checked each time: `isOver` is true when it has ended. */
const FIND_SESSION = `
  select s.id, coalesce(c.id, u.id) "userId", u.id "actingUserId", coalesce(c.role, u.role) "role", u.email "name", c.email "actingFor",
    floor(extract(epoch from s.auth_time) * 1000) "authTime", s.last_seen_at < now() - make_interval(secs => ?) "isStale",
    s.customer_id is not null and c.id is null "isOver",
    floor(extract(epoch from least(s.expires_at, s.last_seen_at + make_interval(secs => ?)) - now()) * 1000) "expiresInMs"
  from sessions s
  join users u on u.id = s.user_id
  left join users c on c.id = s.customer_id and c.enabled and c.role = 'Customer' and u.role = 'Admin'
  where s.digest = ? and s.ended_at is null and s.expires_at > now() and s.last_seen_at > now() - make_interval(secs => ?) and u.enabled`;

/** A user who signs in again keeps the session and its tokens, with a new cookie. */
const RENEW = `
  update sessions set digest = ?, auth_time = ?, last_seen_at = now(), expires_at = now() + make_interval(secs => ?), address = ?, user_agent = ?
  where digest = ? and user_id = ? and ended_at is null and expires_at > now() returning id`;

const INSERT_SESSION = `
  insert into sessions (digest, user_id, auth_time, created_at, last_seen_at, expires_at, address, user_agent)
  values (?, ?, ?, now(), now(), now() + make_interval(secs => ?), ?, ?)`;

/** Ends the session with its tokens in one statement. Open streams of its pages are closed at once. */
const END_SESSION = `
  with ended as (
    update sessions set ended_at = now() where digest = ? and ended_at is null returning id, user_id
  ), revoked as (
    update token_families f set revoked_at = now() from ended where f.session_id = ended.id and f.revoked_at is null
  )
  select user_id "userId", pg_notify('access_changed', 'user ' || user_id) from ended`;

const END_ALL = `
  with ended as (update sessions set ended_at = now() where user_id = ? and ended_at is null returning user_id)
  select pg_notify('access_changed', 'user ' || user_id) from ended`;

/** Sessions of browsers; each is audited. */
@Injectable()
export class SessionsService implements OnModuleInit {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: AuditService,
    private readonly accessRevocation: AccessRevocationService,
    private readonly acting: ActingService,
  ) {}

  onModuleInit(): void {
    this.accessRevocation.revocations.register(async (userId) => {
      await this.acting.endAll(userId);
      await this.em.execute(END_ALL, [userId]);
    });
  }

  /** Returns the new cookie. A previous cookie is invalid from now on, whatever its origin. */
  async open(userId: number, origin: SessionOrigin): Promise<string> {
    const token = createToken('session');
    await this.em.transactional(async () => {
      await this.saveSession(hashToken(token), userId, origin);
      await this.audit.record({ action: 'session.started', userId });
    });
    return token;
  }

  async findSession(token: string | null): Promise<SignInSession | null> {
    const row = await this.lookUp(token);
    if (!row) return null;
    const { id, isStale, isOver, authTime, userId, actingUserId, role, name, actingFor } = row;
    if (isStale) await this.em.execute('update sessions set last_seen_at = now() where id = ?', [id]);
    if (isOver) await this.acting.end(Number(id));
    return { userId, actingUserId, role, name, actingFor, sessionId: Number(id), authTime: Number(authTime) };
  }

  /**
   * For the stream of a page. It does not count as use of the session, which expires unless the user makes requests.
   */
  async createLease(token: string | null): Promise<StreamLease | null> {
    const now = performance.now();
    const row = await this.lookUp(token);
    if (!row) return null;
    const { userId, actingUserId, role } = row;
    const isSame = (later: Row | undefined): boolean =>
      later?.userId === userId && later.actingUserId === actingUserId && later.role === role;
    const actor = { userId, actingUserId, role, clientId: null, scope: [] };
    return {
      actor,
      expiresAt: now + Number(row.expiresInMs),
      isStillValid: async () => isSame(await this.lookUp(token)),
    };
  }

  private async lookUp(token: string | null): Promise<Row | undefined> {
    if (token === null || !isToken('session', token)) return undefined;
    const [row] = await this.em.execute<Row[]>(FIND_SESSION, [
      LAST_SEEN_UPDATE_SECONDS,
      SESSION_IDLE_SECONDS,
      hashToken(token),
      SESSION_IDLE_SECONDS,
    ]);
    return row;
  }

  /**
   * The user has proven the password again: an acting administrator their own. The cookie stays, so that forms in other
   * tabs stay valid.
   */
  async recordPasswordProof({ sessionId, actingUserId }: SignInSession): Promise<void> {
    await this.em.transactional(async (em) => {
      await em.execute('update sessions set auth_time = ? where id = ? and ended_at is null', [new Date(), sessionId]);
      await this.audit.record({ action: 'session.confirmed', userId: actingUserId });
    });
  }

  /** Does nothing for an ended session. */
  async end(token: string | null): Promise<void> {
    if (token !== null) await this.em.transactional(() => this.endByDigest(hashToken(token)));
  }

  private async saveSession(
    digest: string,
    userId: number,
    { address, userAgent, previousToken }: SessionOrigin,
  ): Promise<void> {
    const previousDigest = hashToken(previousToken ?? '');
    const now = new Date();
    const [addressText, userAgentText] = [address.slice(0, 45), userAgent.slice(0, 300)];
    const renewed: unknown[] = await this.em.execute(RENEW, [
      digest,
      now,
      SESSION_SECONDS,
      addressText,
      userAgentText,
      previousDigest,
      userId,
    ]);
    if (renewed.length > 0) return;
    await this.endByDigest(previousDigest);
    await this.em.execute(INSERT_SESSION, [digest, userId, now, SESSION_SECONDS, addressText, userAgentText]);
  }

  private async endByDigest(digest: string): Promise<void> {
    await this.acting.endByDigest(digest);
    const [ended] = await this.em.execute<{ userId: number }[]>(END_SESSION, [digest]);
    if (ended) await this.audit.record({ action: 'session.ended', userId: ended.userId });
  }
}
