import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import type { OrderAction } from '../engine/command.js';
import type { Refusal } from '../engine/refusal.js';
import type { Issue } from '../errors/domain-error.js';
import { callerOf } from '../exchange/caller.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import { type Fault, lastingFaults, meantBy, passingFaults } from './action-faults.js';
import type { Outcome } from './action-outcome.js';

/** Codes that blame a field of the order itself. A market that is closed blames one only where the order's last session is over. */
const ofFields: ReadonlySet<string> = new Set([
  'price_off_tick',
  'price_out_of_band',
  'quantity_invalid',
  'order_size_limit',
  'market_closed',
]);

/** Codes that come before anybody looks at the fields: the person in front of them mends everything at once. */
const beforeFields: ReadonlySet<string> = new Set([
  'account_disabled',
  'not_permitted',
  'unknown_account',
  'client_order_id_conflict',
]);

type Refused = Readonly<{ action: OrderAction; outcome: Outcome; refusal: Refusal; isForPeople: boolean }>;

/** Every field that is wrong with an order action, where its refusal names the first. */
@Injectable()
export class WrongFields {
  constructor(private readonly exchange: ExchangeService) {}

  /**
   * What was refused is kept already: an exchange that does not answer now takes nothing of that back. Programs are told what a copy would be told as well, and the
   * reason that is kept; people besides what else is wrong at this moment.
   */
  async ofRefused(actor: Actor, refused: Refused): Promise<readonly Fault[]> {
    const { action, outcome, refusal, isForPeople } = refused;
    const isOfFields = ofFields.has(refusal.code);
    if (!isOfFields && !(isForPeople && beforeFields.has(refusal.code))) return [];
    const order = outcome.order?.row ?? null;
    const found = await this.exchange
      .look((state) => {
        const meant = meantBy(state, action, { caller: callerOf(actor), orderId: order?.id ?? null });
        if (meant === null) return [];
        const isNew = order !== null && action.type !== 'OrderModification';
        const lasting = lastingFaults(meant, isNew ? order.sessionDate : meant.instrument.product.currentSession);
        const wrong = new Set<string>(lasting.map(({ field }) => field));
        return isForPeople && isOfFields
          ? [...lasting, ...passingFaults(meant, (field) => !wrong.has(field))]
          : lasting;
      })
      .catch((): Fault[] => []);
    return isOfFields ? withTheFirst(found, refusal, action) : found;
  }

  /** Beside what could not be read; nothing of this was carried out or kept. */
  ofUnreadable(actor: Actor, action: OrderAction, issues: readonly Issue[]): Promise<readonly Fault[]> {
    const unread = new Set(issues.map(({ pointer }) => pointer.slice(1)));
    return this.exchange
      .look((state) => {
        const meant = meantBy(state, action, { caller: callerOf(actor), orderId: null });
        if (meant === null || unread.has('instrument_id') || unread.has('order_id')) return [];
        const lasting = lastingFaults(meant, meant.instrument.product.currentSession).filter(
          ({ field }) => !unread.has(field),
        );
        const wrong = new Set<string>([...unread, ...lasting.map(({ field }) => field)]);
        return [...lasting, ...(unread.has('acct_id') ? [] : passingFaults(meant, (field) => !wrong.has(field)))];
      })
      .catch((): Fault[] => []);
  }
}

/** What is kept as the reason stands first, in the words in which it is kept: since then the market may have moved. */
function withTheFirst(found: readonly Fault[], refusal: Refusal, action: OrderAction): readonly Fault[] {
  const isFirst = ({ code, detail }: Fault): boolean => code === refusal.code && detail === refusal.detail;
  const first = found.find(isFirst) ?? { field: blamedBy(refusal.code, action), ...refusal };
  if (refusal.code === 'market_closed' && !found.some(isFirst)) return [];
  return [first, ...found.filter(({ field }) => field !== first.field)];
}

function blamedBy(code: string, action: OrderAction): Fault['field'] {
  if (code === 'quantity_invalid' || code === 'order_size_limit') return 'quantity';
  return 'limitPrice' in action && action.limitPrice !== null ? 'limit_price' : 'stop_price';
}
