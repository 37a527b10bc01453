import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AccessEndings } from '../../access/access-endings.service.js';
import type { Role } from '../../access/actor.js';
import { AuditService } from '../../audit/audit.service.js';
import { UsersService } from '../../users/users.service.js';
import { isToken, newToken, tokenDigest } from '../token.js';

/** Who is signed in in a browser. `authTime` is in milliseconds. */
export type SignedIn = Readonly<{ sessionId: number; userId: number; role: Role; name: string; authTime: number }>;

/** Where somebody signs in: the address, the browser, and the cookie it had before. */
export type Whereabouts = Readonly<{ address: string; userAgent: string; formerToken: string | null }>;

/** A session ends when nobody has used it for a while, and at the latest after a day. */
export const SESSION_SECONDS = 24 * 3600;
export const IDLE_SECONDS = 4 * 3600;
const SEEN_EVERY_SECONDS = 60;

type Row = Readonly<{ id: string; userId: number; role: Role; name: string; authTime: string; isStale: boolean }>;

const RECOGNISE = `
  select s.id, s.user_id "userId", u.role, u.email "name", floor(extract(epoch from s.auth_time) * 1000) "authTime",
    s.last_seen_at < now() - make_interval(secs => ?) "isStale"
  from sessions s join users u on u.id = s.user_id
  where s.digest = ? and s.ended_at is null and s.expires_at > now() and s.last_seen_at > now() - make_interval(secs => ?) and u.enabled`;

/** Whoever signs in again as the same user keeps the session and what was granted from it, under a new cookie. */
const RENEW = `
  update sessions set digest = ?, auth_time = ?, last_seen_at = now(), expires_at = now() + make_interval(secs => ?), address = ?, user_agent = ?
  where digest = ? and user_id = ? and ended_at is null and expires_at > now() returning id`;

const OPEN = `
  insert into sessions (digest, user_id, auth_time, created_at, last_seen_at, expires_at, address, user_agent)
  values (?, ?, ?, now(), now(), now() + make_interval(secs => ?), ?, ?)`;

/** What was granted from a session ends with it; in one statement, so in one commit. */
const END = `
  with ended as (
    update sessions set ended_at = now() where digest = ? and ended_at is null returning id, user_id
  ), revoked as (
    update token_families f set revoked_at = now() from ended where f.session_id = ended.id and f.revoked_at is null
  )
  select user_id "userId" from ended`;

const END_ALL = 'update sessions set ended_at = now() where user_id = ? and ended_at is null';

/** Sign-ins in browsers, each of which is written down. */
@Injectable()
export class SessionsService implements OnModuleInit {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: AuditService,
    private readonly users: UsersService,
    private readonly endings: AccessEndings,
  ) {}

  onModuleInit(): void {
    this.endings.onEnd(async (userId) => {
      await this.em.execute(END_ALL, [userId]);
    });
  }

  /** Gives the new cookie. A cookie that was there before is worth nothing from now on, whoever had put it there. */
  async open(userId: number, whereabouts: Whereabouts): Promise<string> {
    const token = newToken('session');
    await this.em.transactional(async () => {
      await this.keep(tokenDigest(token), userId, whereabouts);
      await this.audit.note({ action: 'session.started', userId });
    });
    return token;
  }

  /** Somebody failed to sign in. Of what a stranger typed nothing is kept but whose account it was meant for. */
  async noteRefusal(username: string): Promise<void> {
    await this.audit.note({ action: 'session.started', outcome: 'denied', userId: await this.users.idOf(username) });
  }

  async recognise(token: string | null): Promise<SignedIn | null> {
    if (token === null || !isToken('session', token)) return null;
    const [row] = await this.em.execute<Row[]>(RECOGNISE, [SEEN_EVERY_SECONDS, tokenDigest(token), IDLE_SECONDS]);
    if (!row) return null;
    if (row.isStale) await this.em.execute('update sessions set last_seen_at = now() where id = ?', [row.id]);
    return { sessionId: Number(row.id), userId: row.userId, role: row.role, name: row.name, authTime: Number(row.authTime) };
  }

  /** Nothing happens to a session that has ended already. */
  async end(token: string | null): Promise<void> {
    if (token !== null) await this.em.transactional(() => this.endOf(tokenDigest(token)));
  }

  private async keep(digest: string, userId: number, { address, userAgent, formerToken }: Whereabouts): Promise<void> {
    const former = tokenDigest(formerToken ?? '');
    const now = new Date();
    const [from, browser] = [address.slice(0, 45), userAgent.slice(0, 300)];
    const renewed: unknown[] = await this.em.execute(RENEW, [digest, now, SESSION_SECONDS, from, browser, former, userId]);
    if (renewed.length > 0) return;
    await this.endOf(former);
    await this.em.execute(OPEN, [digest, userId, now, SESSION_SECONDS, from, browser]);
  }

  private async endOf(digest: string): Promise<void> {
    const [ended] = await this.em.execute<{ userId: number }[]>(END, [digest]);
    if (ended) await this.audit.note({ action: 'session.ended', userId: ended.userId });
  }
}
