import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Names } from '../access/names.js';
import { AuditNames } from '../audit/audit-names.service.js';
import { User, USER_ID_MAX } from './user.entity.js';

/** More people than this are no answer to who did it. */
const FOUND_MAX = 1000;

/** Tells the audit log, and the pages of administrators, what people are called. */
@Injectable()
export class UserNames implements OnModuleInit {
  constructor(
    private readonly em: EntityManager,
    private readonly names: AuditNames,
    private readonly shown: Names,
  ) {}

  onModuleInit(): void {
    const emails = async (ids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
      const found = await this.em.find(User, { id: { $in: ids.filter((id) => id <= USER_ID_MAX) } }, { fields: ['id', 'email'], disableIdentityMap: true });
      return new Map(found.map(({ id, email }) => [id, email]));
    };
    this.shown.knownBy('user_id', emails);
    this.names.findBy(
      emails,
      async (text) => {
        const $ilike = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
        const found = await this.em.find(User, { $or: [{ email: { $ilike } }, { firstName: { $ilike } }, { lastName: { $ilike } }] }, { fields: ['id'], limit: FOUND_MAX });
        return found.map(({ id }) => id);
      },
    );
  }
}
