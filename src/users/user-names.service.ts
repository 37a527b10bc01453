import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditNames } from '../audit/audit-names.service.js';
import { User, USER_ID_MAX } from './user.entity.js';

/** More people than this are no answer to who did it. */
const FOUND_MAX = 1000;

/** Tells the audit log what people are called. */
@Injectable()
export class UserNames implements OnModuleInit {
  constructor(
    private readonly em: EntityManager,
    private readonly names: AuditNames,
  ) {}

  onModuleInit(): void {
    this.names.findBy(
      async (ids) => {
        const found = await this.em.find(User, { id: { $in: ids.filter((id) => id <= USER_ID_MAX) } }, { fields: ['id', 'email'] });
        return new Map(found.map(({ id, email }) => [id, email]));
      },
      async (text) => {
        const $ilike = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
        const found = await this.em.find(User, { $or: [{ email: { $ilike } }, { firstName: { $ilike } }, { lastName: { $ilike } }] }, { fields: ['id'], limit: FOUND_MAX });
        return found.map(({ id }) => id);
      },
    );
  }
}
