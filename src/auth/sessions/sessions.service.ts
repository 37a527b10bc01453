import { EntityManager, type FilterQuery, LockMode, raw } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AccessChangesService } from '../../access/access-changes.service.js';
import { AccessRevocationService } from '../../access/access-revocation.service.js';
import type { StreamLease } from '../../access/stream-leases.service.js';
import type { Role } from '../../access/actor.js';
import { AuditService } from '../../audit/audit.service.js';
import { UsersService } from '../../users/users.service.js';
import { SignInFailedError } from '../auth-errors.js';
import { isToken, createToken, hashToken } from '../tokens/token.js';
import { inSeconds, now, revokeFamilies } from '../tokens/token-family.entity.js';
import { ActingService } from './acting.service.js';
import { BrowserSession } from './session.entity.js';

/** For this time after a proof of the password, no other is required. */
const RECENT_MS = 15 * 60_000;

/** Whether the user of a session has proven the password recently. */
export const isRecentlyProven = ({ authTime }: Readonly<{ authTime: number }>): boolean =>
  Date.now() - authTime <= RECENT_MS;

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

/** The circumstances of a sign-in: address, browser, previous cookie, and the hash of the password if it was verified. */
export type SessionOrigin = Readonly<{
  address: string;
  userAgent: string;
  previousToken: string | null;
  passwordHash?: string | undefined;
}>;

/** A session ends after a time without use, and after a day at the latest. */
export const SESSION_SECONDS = 24 * 3600;
const SESSION_IDLE_SECONDS = 4 * 3600;
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

/** The user and the customer, if the administrator may still act: `isOver` is true when that right has ended. */
const COLUMNS = [
  raw('s.id').as('id'),
  raw('coalesce(c.id, u.id)').as('userId'),
  raw('u.id').as('actingUserId'),
  raw('coalesce(c.role, u.role)').as('role'),
  raw('u.email').as('name'),
  raw('c.email').as('actingFor'),
  raw('floor(extract(epoch from s.auth_time) * 1000)').as('authTime'),
  raw('s.last_seen_at < now() - make_interval(secs => ?)', [LAST_SEEN_UPDATE_SECONDS]).as('isStale'),
  raw('s.customer_id is not null and c.id is null').as('isOver'),
  raw('floor(extract(epoch from least(s.expires_at, s.last_seen_at + make_interval(secs => ?)) - now()) * 1000)', [
    SESSION_IDLE_SECONDS,
  ]).as('expiresInMs'),
];

/** A session that has not ended and was used lately. */
export const isOpenSession = (which: FilterQuery<BrowserSession>): FilterQuery<BrowserSession> => ({
  $and: [which, { endedAt: null, expiresAt: { $gt: now() }, lastSeenAt: { $gt: inSeconds(-SESSION_IDLE_SECONDS) } }],
});

type EndedSessions = Readonly<{ sessions: readonly BrowserSession[]; familyIds: readonly number[] }>;

/** Sessions of browsers; each is audited. */
@Injectable()
export class SessionsService implements OnModuleInit {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: AuditService,
    private readonly accessRevocation: AccessRevocationService,
    private readonly acting: ActingService,
    private readonly changes: AccessChangesService,
    private readonly users: UsersService,
  ) {}

  onModuleInit(): void {
    this.accessRevocation.revocations.register(async (userId) => {
      await this.acting.endAll(userId);
      const open = { userId, endedAt: null };
      if ((await this.em.nativeUpdate(BrowserSession, open, { endedAt: now() })) > 0)
        await this.changes.announceUser(userId);
    });
  }

  /**
   * Returns the new cookie. A previous cookie is invalid from now on, whatever its origin. Rejected if the password was
   * changed since it was verified: the change has ended all sessions, and this one must not come after it.
   */
  async open(userId: number, origin: SessionOrigin): Promise<string> {
    const token = createToken('session');
    const { passwordHash } = origin;
    await this.em.transactional(async () => {
      if (passwordHash !== undefined && !(await this.users.holdPassword({ id: userId, passwordHash })))
        throw new SignInFailedError();
      await this.saveSession(hashToken(token), userId, origin);
      await this.audit.record({ action: 'session.started', userId });
    });
    return token;
  }

  async findSession(token: string | null): Promise<SignInSession | null> {
    const row = await this.lookUp(token);
    if (!row) return null;
    const { id, isStale, isOver, authTime, userId, actingUserId, role, name, actingFor } = row;
    if (isStale) await this.em.nativeUpdate(BrowserSession, { id: Number(id) }, { lastSeenAt: now() });
    if (isOver) await this.acting.end(Number(id));
    return { userId, actingUserId, role, name, actingFor, sessionId: Number(id), authTime: Number(authTime) };
  }

  /**
   * For the stream of a page. It does not count as use of the session, which expires unless the user makes requests.
   */
  async createLease(token: string | null): Promise<StreamLease | null> {
    const askedAt = performance.now();
    const row = await this.lookUp(token);
    if (!row) return null;
    const { userId, actingUserId, role } = row;
    const isSame = (later: Row | undefined): boolean =>
      later?.userId === userId && later.actingUserId === actingUserId && later.role === role;
    const actor = { userId, actingUserId, role, clientId: null, scope: [] };
    return {
      actor,
      checkedAt: askedAt,
      expiresAt: askedAt + Number(row.expiresInMs),
      isStillValid: async () => isSame(await this.lookUp(token)),
    };
  }

  private async lookUp(token: string | null): Promise<Row | undefined> {
    if (token === null || !isToken('session', token)) return undefined;
    // The types know no join where a property holds the other row's key.
    const sessions = this.em.createQueryBuilder(BrowserSession, 's').select(COLUMNS);
    const acting = { 'c.enabled': true, 'c.role': 'Customer', 'u.role': 'Admin' } as const;
    const found = sessions
      .join('s.userId' as never, 'u')
      .leftJoin('s.customerId' as never, 'c', acting as never)
      .where({ $and: [isOpenSession({ digest: hashToken(token) }), { 'u.enabled': true }] } as never);
    return found.execute<Row | undefined>('get', false);
  }

  /**
   * The user has proven the password again: an acting administrator their own. The cookie stays, so that forms in other
   * tabs stay valid.
   */
  async recordPasswordProof({ sessionId, actingUserId }: SignInSession): Promise<void> {
    await this.em.transactional(async (em) => {
      await em.nativeUpdate(BrowserSession, { id: sessionId, endedAt: null }, { authTime: new Date() });
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
    const signIn = {
      digest,
      authTime: new Date(),
      lastSeenAt: now(),
      expiresAt: inSeconds(SESSION_SECONDS),
      address: address.slice(0, 45),
      userAgent: userAgent.slice(0, 300),
    };
    // A user who signs in again keeps the session and its tokens, with a new cookie.
    const previous = { digest: previousDigest, userId, endedAt: null, expiresAt: { $gt: now() } };
    if ((await this.em.nativeUpdate(BrowserSession, previous, signIn)) > 0) return;
    await this.endByDigest(previousDigest);
    await this.em.insert(BrowserSession, { ...signIn, userId, createdAt: now() });
  }

  private async endByDigest(digest: string): Promise<void> {
    await this.acting.endByDigest(digest);
    const [ended] = (await this.endMatching({ digest, endedAt: null })).sessions;
    if (ended) await this.audit.record({ action: 'session.ended', userId: ended.userId });
  }

  /** Within a transaction: ends sessions with their tokens. Open streams of their pages are closed at once. */
  async endMatching(condition: FilterQuery<BrowserSession>): Promise<EndedSessions> {
    const sessions = await this.em.find(BrowserSession, condition, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      disableIdentityMap: true,
    });
    const ids = sessions.map(({ id }) => id);
    if (ids.length === 0) return { sessions, familyIds: [] };
    await this.em.nativeUpdate(BrowserSession, { id: { $in: ids } }, { endedAt: now() });
    const familyIds = await revokeFamilies(this.em, { sessionId: { $in: ids } });
    for (const userId of new Set(sessions.map((session) => session.userId))) await this.changes.announceUser(userId);
    return { sessions, familyIds };
  }
}
