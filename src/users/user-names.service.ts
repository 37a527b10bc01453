import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditNames } from '../audit/audit-names.service.js';
import { User, USER_ID_MAX } from './user.entity.js';

/** Tells the audit log what people are called. */
@Injectable()
export class UserNames implements OnModuleInit {
  constructor(
    private readonly em: EntityManager,
    private readonly names: AuditNames,
  ) {}

  onModuleInit(): void {
    this.names.findBy(async (ids) => {
      const found = await this.em.find(User, { id: { $in: ids.filter((id) => id <= USER_ID_MAX) } }, { fields: ['id', 'email'] });
      return new Map(found.map(({ id, email }) => [id, email]));
    });
  }
}
