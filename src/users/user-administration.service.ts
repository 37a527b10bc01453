import { EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccessRevocationService } from '../access/access-revocation.service.js';
import { type Actor, type Role, requireAdministrator } from '../access/actor.js';
import { Hook } from '../access/hook.js';
import { AuditService } from '../audit/audit.service.js';
import { runAfterCommit } from '../database/unit-of-work.js';
import { matchesNameOrEmail, User } from './user.entity.js';
import { UnknownUserError } from './user-errors.js';
import { type UserDetails, UsersService } from './users.service.js';

/** How many users at most, behind which id, and what their names or emails contain. */
export type UserFilter = Readonly<{ size: number; after: number | null; containing: string | undefined }>;

/** The working orders in the accounts of a user: their count, and their cancellation, which returns the number of canceled orders. */
type UserOrders = Readonly<{
  count: (userId: number) => Promise<number>;
  cancel: (actor: Actor, userId: number) => Promise<number>;
}>;

/** What a user trades with. */
export type OwnedAccount = Readonly<{ id: number; name: string }>;

/** A user who was enabled or disabled; `isChanged` is false if they were so before. */
type SwitchedUser = Readonly<{ user: User; isChanged: boolean }>;
/** A disabled user, and the number of their canceled orders; null if these were to stay. */
type DisabledUser = SwitchedUser & Readonly<{ cancelledOrders: number | null }>;

/** What administrators do with the accounts of others. */
@Injectable()
export class UserAdministrationService {
  /** The accounts of a user, in the order of their numbers. The accounts module registers. */
  readonly ownedAccounts = Hook.required<(userId: number) => Promise<readonly OwnedAccount[]>>();
  /** The orders module registers. */
  readonly workingOrders = Hook.required<UserOrders>();

  constructor(
    private readonly em: EntityManager,
    private readonly users: UsersService,
    private readonly audit: AuditService,
    private readonly access: AccessRevocationService,
  ) {}

  /** Other modules list users as well, so this asks for the administrator itself. */
  async list(actor: Actor, { size, after, containing }: UserFilter): Promise<User[]> {
    requireAdministrator(actor);
    const conditions: FilterQuery<User>[] = [];
    if (after !== null) conditions.push({ id: { $gt: after } });
    if (containing !== undefined) conditions.push(matchesNameOrEmail(containing));
    return this.em.find(User, { $and: conditions }, { orderBy: { id: 'asc' }, limit: size });
  }

  async show(id: number): Promise<User> {
    const user = await this.users.find(id);
    if (!user) throw new UnknownUserError();
    return user;
  }

  listAccounts(id: number): Promise<readonly OwnedAccount[]> {
    return this.ownedAccounts.handler(id);
  }

  countWorkingOrders(id: number): Promise<number> {
    return this.workingOrders.handler.count(id);
  }

  /** What is written down tells who registered them. */
  async register(actor: Actor, details: UserDetails): Promise<User> {
    return this.users.register(details, { keyId: actor.clientId, by: actor.actingUserId });
  }

  async enable(actor: Actor, id: number): Promise<SwitchedUser> {
    return this.set(actor, id, true);
  }

  /** Whatever the user has that lets them in ends for good: it does not come back when the user is enabled again. */
  async disable(actor: Actor, id: number, { isCancelling }: { isCancelling: boolean }): Promise<DisabledUser> {
    const switched = await this.set(actor, id, false);
    this.access.invalidate(id);
    if (!isCancelling) return { ...switched, cancelledOrders: null };
    const cancelledOrders = await this.workingOrders.handler.cancel(actor, id);
    if (cancelledOrders > 0)
      await this.audit.recordFor(actor, { action: 'user.orders_cancelled', subject: ['user', id] });
    return { ...switched, cancelledOrders };
  }

  /** No session or token of the user stays: what they have afterwards was got with the new role. */
  async changeRole(actor: Actor, id: number, role: Role): Promise<User> {
    const user = await this.show(id);
    await this.em.transactional(async (em) => {
      // Of two administrators who take the role from each other at once, the second one has it no longer.
      const both = { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
      const users = await em.find(User, { id: { $in: [actor.userId, id] } }, both);
      requireAdministrator({ ...actor, role: users.find((one) => one.id === actor.userId)?.role ?? 'Customer' });
      if (user.role === role) return;
      user.role = role;
      await em.flush();
      await this.access.revokeAll(id);
      await this.audit.recordFor(actor, { action: 'user.role_changed', subject: ['user', id], changes: { role } });
    });
    await runAfterCommit(() => this.access.invalidate(id));
    return user;
  }

  /** Signs a user out: every session and every token ends, as when the user is disabled, and the user may sign in again. */
  async endSessions(actor: Actor, id: number): Promise<User> {
    const user = await this.show(id);
    await this.em.transactional(async () => {
      await this.access.revokeAll(user.id);
      await this.audit.recordFor(actor, { action: 'user.sessions_ended', subject: ['user', user.id] });
    });
    await runAfterCommit(() => this.access.invalidate(user.id));
    return user;
  }

  private async set(actor: Actor, id: number, isEnabled: boolean): Promise<SwitchedUser> {
    const user = await this.show(id);
    const isChanged = user.enabled !== isEnabled;
    await this.em.transactional(async (em) => {
      user.enabled = isEnabled;
      await em.flush();
      if (!isEnabled) await this.access.revokeAll(user.id);
      await this.audit.recordFor(actor, {
        action: isEnabled ? 'user.enabled' : 'user.disabled',
        subject: ['user', user.id],
      });
    });
    return { user, isChanged };
  }
}
