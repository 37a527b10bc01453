import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';

/** The oldest come first by their ids, so looking for them reads no more rows than it removes. */
const REMOVE = `
  delete from audit_entries where id = any(array(
    select id from (select id, at from audit_entries order by id limit ?) oldest where at < now() - make_interval(days => ?)
  ))`;

/** Removes entries that have been kept for long enough. Nobody else may: the table's own trigger admits only who says so, and no entry younger than thirty days. */
@Injectable()
export class AuditRetentionService {
  constructor(
    private readonly em: EntityManager,
    private readonly config: Config,
  ) {}

  /** One batch, in a transaction of its own; gives how many went. With AUDIT_DAYS=0 none ever does. */
  async removeOldest(batch: number): Promise<number> {
    const { auditRetentionDays } = this.config;
    if (auditRetentionDays === 0) return 0;
    return this.em.fork().transactional(async (em) => {
      await em.execute(`set local kontor.audit_retention = 'on'`);
      const { affectedRows } = await em.execute<{ affectedRows: number }>(REMOVE, [batch, auditRetentionDays], 'run');
      return affectedRows;
    });
  }
}
