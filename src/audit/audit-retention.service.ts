import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';

/** Ids are in the order of time, so the query reads no more rows than one batch. */
const REMOVE = `
  delete from audit_entries where id = any(array(
    select id from (select id, at from audit_entries order by id limit ?) oldest where at < now() - make_interval(days => ?)
  ))`;

/**
 * Removes entries older than the retention period. The table's trigger permits deletes only with the setting that this service
 * sets, and never of entries younger than 30 days.
 */
@Injectable()
export class AuditRetentionService {
  constructor(
    private readonly em: EntityManager,
    private readonly config: Config,
  ) {}

  /** Removes one batch in its own transaction and returns the number of removed rows. With AUDIT_DAYS=0 it removes none. */
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
