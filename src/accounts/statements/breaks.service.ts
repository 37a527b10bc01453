import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { ReconciliationBreak } from '../../exchange/ledger/reconciliation-break.entity.js';
import { AccountAccess } from '../account-access.service.js';

export type BreakFilter = Readonly<{ size: number; after: number | null } & Partial<Pick<ReconciliationBreak, 'acctId' | 'status' | 'asOf' | 'instrumentId'>>>;

/** Where statements of positions and the books differ. */
@Injectable()
export class BreaksService {
  constructor(
    private readonly em: EntityManager,
    private readonly access: AccountAccess,
  ) {}

  async list(actor: Actor, { size, after, ...wanted }: BreakFilter): Promise<ReconciliationBreak[]> {
    const readable = await this.access.readableBy(actor);
    const where: FilterQuery<ReconciliationBreak>[] = [wanted];
    if (readable !== 'all') where.push({ acctId: { $in: [...readable] } });
    if (after !== null) where.push({ id: { $gt: after } });
    return this.em.find(ReconciliationBreak, { $and: where }, { orderBy: { id: 'asc' }, limit: size, disableIdentityMap: true });
  }
}
