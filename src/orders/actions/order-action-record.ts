import type { OrderAction } from '../../engine/command.js';
import type { RefusalFigures } from '../../engine/refusal.js';
import { parseColumns } from '../../exchange/command-text.js';
import type { JournalEntry } from '../../exchange/ledger/journal-entry.entity.js';

/** An order action from the journal. */
export type OrderActionRecord = Readonly<{
  id: number;
  receivedAt: number;
  userId: number;
  actingUserId: number;
  clientId: string | null;
  action: OrderAction;
  orderId: number | null;
  /** The account of the order or of the action; null if the caller may not view it. */
  acctId: number | null;
  /** The instrument of the action or of its order; null if the caller may view none. */
  instrumentId: number | null;
  /** The symbol of that instrument; null if the caller may view none. */
  symbol: string | null;
  rejection: Readonly<{ code: string; detail: string; figures: RefusalFigures | null }> | null;
}>;

/** The entry of an order action, without what other tables have of it. */
export function toOrderActionRecord(entry: JournalEntry): OrderActionRecord {
  const { userId, actingUserId, clientId, orderId, acctId, refusalCode, refusalFigures: figures } = entry;
  return {
    id: entry.actionId ?? 0,
    receivedAt: entry.at,
    action: parseColumns(entry) as OrderAction,
    orderId,
    acctId,
    instrumentId: null,
    symbol: null,
    rejection: refusalCode === null ? null : { code: refusalCode, detail: entry.refusalDetail ?? '', figures },
    ...{ userId, actingUserId, clientId },
  };
}
