import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AccountAccess } from '../accounts/account-access.service.js';
import { commandFrom } from '../exchange/command-text.js';
import type { OrderAction } from '../engine/command.js';
import { JournalEntry } from '../exchange/ledger/journal-entry.entity.js';
import { Order } from '../exchange/ledger/order.entity.js';
import type { ActionFilter } from './order-questions.js';
import { UNKNOWN_ACCOUNT, UNKNOWN_ORDER } from './order-refusals.js';
import type { TrailEntry } from './trail-entry.js';

/** Somebody who does not even see the account tried to trade it: that is their own affair. */
const ATTEMPTS = ['not_permitted', 'account_disabled'];

/** Every order action that was given, by whom, and what came of it. */
@Injectable()
export class AuditTrail {
  constructor(
    private readonly em: EntityManager,
    private readonly access: AccountAccess,
  ) {}

  /** What was done on accounts that the caller may look at, and what the caller gave that came to no account of theirs. */
  async list(actor: Actor, { size, after, acctId, orderId }: ActionFilter): Promise<TrailEntry[]> {
    const readable = await this.access.readableBy(actor);
    const conditions: FilterQuery<JournalEntry>[] = [{ actionId: { $gt: after } }];
    if (readable !== 'all') conditions.push({ $or: [onAccounts(readable), { userId: actor.userId, orderId: null }] });
    if (acctId !== undefined) conditions.push({ acctId });
    if (orderId !== undefined) conditions.push({ orderId });
    const found = await this.em.find(JournalEntry, { $and: conditions }, { orderBy: { actionId: 'asc' }, limit: size });
    const entries = found.map(entryOf);
    return readable === 'all' ? entries : this.asSeenBy(new Set(readable), entries);
  }

  /** As the answer said it: an account or an order that the caller does not see was not there. */
  private async asSeenBy(readable: ReadonlySet<number>, entries: readonly TrailEntry[]): Promise<TrailEntry[]> {
    const meant = entries.flatMap((entry) => (isNotOpen(entry) && 'orderId' in entry.action && entry.action.orderId !== null ? [entry.action.orderId] : []));
    const orders = meant.length === 0 ? [] : await this.em.find(Order, { id: { $in: meant } }, { fields: ['id', 'acctId'] });
    const seen = new Set(orders.filter(({ acctId }) => readable.has(acctId)).map(({ id }) => id));
    return entries.map((entry) => {
      const { action, refusal } = entry;
      if (refusal && ATTEMPTS.includes(refusal.code) && 'acctId' in action && action.acctId !== null && !readable.has(action.acctId)) return { ...entry, refusal: UNKNOWN_ACCOUNT };
      if (isNotOpen(entry) && 'orderId' in action && action.orderId !== null && !seen.has(action.orderId)) return { ...entry, refusal: UNKNOWN_ORDER };
      return entry;
    });
  }
}

const isNotOpen = ({ refusal }: TrailEntry): boolean => refusal?.code === 'order_not_open';

const onAccounts = (readable: readonly number[]): FilterQuery<JournalEntry> => ({
  acctId: { $in: [...readable] },
  $or: [{ orderId: { $ne: null } }, { refusalCode: null }, { refusalCode: { $nin: ATTEMPTS } }],
});

function entryOf({ actionId, at, userId, actingUserId, clientId, type, payload, orderId, refusalCode, refusalDetail }: JournalEntry): TrailEntry {
  return {
    id: actionId ?? 0,
    receivedAt: at,
    action: commandFrom(type, payload) as OrderAction,
    orderId,
    refusal: refusalCode === null ? null : { code: refusalCode, detail: refusalDetail ?? '' },
    ...{ userId, actingUserId, clientId },
  };
}
