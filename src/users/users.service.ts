import { EntityManager, raw, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import type { Actor, Role } from '../access/actor.js';
import { Hook } from '../access/hook.js';
import { AuditService } from '../audit/audit.service.js';
import { runAfterCommit } from '../database/unit-of-work.js';
import { toPasswordBytes } from './password.js';
import { toRegistrationWaiter, toUserWaiter, type QueuedUser } from './password-queue.js';
import { PasswordsService } from './passwords.service.js';
import { matchesNameOrEmail, User, USER_ID_MAX, Address } from './user.entity.js';
import { EmailTakenError, PasswordsBusyError } from './user-errors.js';
import type { NewUser, NewAddress } from './users.dto.js';

/** A line that is left out stays as it was, which is empty for a new user. */
export function toAddress(lines: NewAddress, old = new Address()): Address {
  const { line_1 = old.line1, line_2 = old.line2, city = old.city } = lines;
  const { state = old.state, zip = old.zip, country = old.country } = lines;
  return Object.assign(new Address(), { line1: line_1, line2: line_2, city, state, zip, country });
}

/** Which key it came by, or which administrator did it. */
type RegistrationSource = Readonly<{ keyId: string | null; by?: number }>;

/** The details of a user who registers. */
export type UserDetails = Pick<NewUser, 'email' | 'first_name' | 'last_name' | 'password' | 'address'>;

/** Which user it is, and the hash of the password that is in force. */
type PasswordCredentials = Readonly<{ id: number; passwordHash: string }>;

@Injectable()
export class UsersService {
  private readonly log = new Logger(UsersService.name);
  /** What happens after a registration: in production nothing; in the sandbox, accounts are opened. */
  readonly registrations = Hook.optional<(userId: number) => Promise<void>>();

  constructor(
    private readonly em: EntityManager,
    private readonly passwords: PasswordsService,
    private readonly audit: AuditService,
  ) {}

  async findSelf(actor: Actor): Promise<User> {
    return this.em.findOneOrFail(User, { id: actor.userId });
  }

  async find(id: number): Promise<User | null> {
    return id > USER_ID_MAX ? null : this.em.findOne(User, { id });
  }

  /**
   * An email that is taken is refused before anything is hashed. The index decides who was first, so two who register the same email
   * at once cannot both succeed.
   */
  async register(details: UserDetails, registrar: RegistrationSource, role: Role = 'Customer'): Promise<User> {
    const { keyId, by } = registrar;
    const password = toPasswordBytes(details.password);
    if (!password) throw new RangeError('the DTO admits no password of this length');
    if (await this.findCredentials({ email: details.email })) throw new EmailTakenError();
    const hash = await this.passwords.hash(password, toRegistrationWaiter(registrar, details.email));
    const user = new User(details.email, details.first_name, details.last_name, hash);
    user.role = role;
    user.address = toAddress(details.address ?? {});
    try {
      await this.em.transactional(async (em) => {
        await em.persist(user).flush();
        await this.audit.record({
          action: 'user.registered',
          userId: user.id,
          actingUserId: by ?? null,
          clientId: keyId,
        });
      });
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException) throw new EmailTakenError();
      throw error;
    }
    await runAfterCommit(() => this.notifyRegistered(user.id));
    return user;
  }

  /** Null for an unknown email, a wrong password and a disabled user alike, after the same work. `mayStart` is asked when it is their turn, and may throw. */
  async authenticate(
    email: string,
    password: Buffer,
    { waiter, mayStart }: Readonly<{ waiter: QueuedUser; mayStart: () => void }>,
  ): Promise<User | null> {
    const found: { user: User | null } = { user: null };
    const hashOf = async (): Promise<string | null> => {
      mayStart();
      return (found.user = await this.findByEmail(email))?.passwordHash ?? null;
    };
    const matches = await this.passwords.verify(hashOf, password, waiter);
    const { user } = found;
    if (!user || !matches || !user.enabled) return null;
    const isInForce = !this.passwords.isOutdated(user.passwordHash) || (await this.renewHash(user, password));
    return isInForce ? user : null;
  }

  /**
   * Whether the password that was verified is still in force. It stays so until the end of the transaction: a change waits for it,
   * and then ends what the sign-in has created.
   */
  async holdPassword({ id, passwordHash }: PasswordCredentials): Promise<boolean> {
    const held = 'select from users where id = ? and password_hash = ? and enabled for share';
    return (await this.em.execute<unknown[]>(held, [id, passwordHash])).length > 0;
  }

  /** The ids of all in whose email or name a text stands. */
  async search(text: string): Promise<readonly number[]> {
    const found = await this.em.find(User, matchesNameOrEmail(text), { fields: ['id'], disableIdentityMap: true });
    return found.map(({ id }) => id);
  }

  /** Everybody but these. */
  async findIdsWithout(leftOut: ReadonlySet<number>): Promise<readonly number[]> {
    const found = await this.em.find(
      User,
      { id: { $nin: [...leftOut] } },
      { fields: ['id'], disableIdentityMap: true },
    );
    return found.map(({ id }) => id);
  }

  /** Null for an email that is nobody's. */
  async findId(email: string): Promise<number | null> {
    return (await this.findByEmail(email))?.id ?? null;
  }

  /** What is stored now, whatever this request has read before. */
  async findCredentials(user: Readonly<{ email: string } | { id: number }>): Promise<PasswordCredentials | null> {
    const [condition, value] = 'email' in user ? ['lower(email) = lower(?)', user.email] : ['id = ?', user.id];
    const [row] = await this.em.execute<PasswordCredentials[]>(
      `select id, password_hash "passwordHash" from users where ${condition}`,
      [value],
    );
    return row ?? null;
  }

  /** A user stays registered even if a step fails. */
  private async notifyRegistered(userId: number): Promise<void> {
    try {
      for (const welcome of this.registrations.handlers) await welcome(userId);
    } catch (error) {
      this.log.warn(`User ${userId} was registered, and not welcomed: ${String(error)}`);
    }
  }

  private async findByEmail(email: string): Promise<User | null> {
    return this.em.findOne(User, { [raw('lower(email)')]: raw('lower(?)', [email]) });
  }

  /**
   * Only if it is still the hash that was verified: false if the password was changed meanwhile. And only if there is
   * time: it can wait for the next sign-in, while this one has succeeded.
   */
  private async renewHash(user: User, password: Buffer): Promise<boolean> {
    const passwordHash = await this.passwords.hash(password, toUserWaiter(user.id)).catch((error: unknown) => {
      if (error instanceof PasswordsBusyError) return null;
      throw error;
    });
    if (passwordHash === null) return true;
    const verified = { id: user.id, passwordHash: user.passwordHash };
    const renewed = await this.em.nativeUpdate(User, verified, { passwordHash });
    await this.em.refresh(user);
    return renewed === 1;
  }
}
