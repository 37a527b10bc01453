import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { NameDirectory } from '../access/name-directory.js';
import { AuditNamesService } from '../audit/audit-names.service.js';
import { AuditSubjectsService } from '../audit/audit-subjects.service.js';
import { matchesNameOrEmail, User, USER_ID_MAX } from './user.entity.js';

/** More people than this are no answer to who did it. */
const FOUND_MAX = 1000;

/** Tells the audit log, and the pages of administrators, what people are called. */
@Injectable()
export class UserNamesService implements OnModuleInit {
  constructor(
    private readonly em: EntityManager,
    private readonly names: AuditNamesService,
    private readonly shown: NameDirectory,
    private readonly things: AuditSubjectsService,
  ) {}

  onModuleInit(): void {
    const findEmails = (ids: readonly number[]): Promise<ReadonlyMap<number, string>> =>
      this.findTexts(ids, ({ email }) => email);
    this.shown.resolvers.user_id.register(findEmails);
    const findFullNames = (ids: readonly number[]): Promise<ReadonlyMap<number, string>> =>
      this.findTexts(ids, ({ firstName, lastName }) => `${firstName} ${lastName}`.trim());
    this.shown.resolvers.user_name.register(findFullNames);
    // A reader who may see an order or an action also sees who sent it, even if that was an administrator on behalf of a customer.
    this.shown.resolvers.actor_name.register(findFullNames);
    const findIds = async (text: string, among: FilterQuery<User> = {}): Promise<readonly number[]> => {
      const found = await this.em.find(
        User,
        { $and: [among, matchesNameOrEmail(text)] },
        { fields: ['id'], limit: FOUND_MAX, disableIdentityMap: true },
      );
      return found.map(({ id }) => id);
    };
    this.names.users.register({ findEmails, findFullNames, search: (text) => findIds(text) });
    // Everybody else would learn by it who there is: they find themselves.
    const filterVisible = ({ role, userId }: Actor, ids: readonly number[]): readonly number[] =>
      role === 'Admin' ? ids : ids.filter((id) => id === userId);
    this.things.kinds.user.register({
      search: async (actor, text) =>
        filterVisible(actor, await findIds(text, actor.role === 'Admin' ? {} : { id: actor.userId })),
      names: (actor, ids) => findEmails(filterVisible(actor, ids)),
    });
  }

  private async findTexts(
    ids: readonly number[],
    toText: (user: Pick<User, 'email' | 'firstName' | 'lastName'>) => string,
  ): Promise<ReadonlyMap<number, string>> {
    const found = await this.em.find(
      User,
      { id: { $in: ids.filter((id) => id <= USER_ID_MAX) } },
      { fields: ['id', 'email', 'firstName', 'lastName'], disableIdentityMap: true },
    );
    return new Map(found.map((user) => [user.id, toText(user)]));
  }
}
