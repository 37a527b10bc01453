import type { HeldClock } from '../clock/jump-detector.js';
import type { AdministrationFacts } from './administration.service.js';
import { toInstrumentView } from '../instruments/instrument.view.js';
import type { HaltPlan, HaltsService } from './halts.service.js';

/**
 * The halted instruments, and the product groups in which something can be halted.
 * @example { "groups": [{ "id": 1, "name": "US index futures", "instruments": 12, "halted": 1 }], "halted": [{ "id": 1, "product_id": 1, "product_symbol": "ES", "product_group_id": 1, "symbol": "ESZ26", "instrument_type": "Future", "expiration": "2026-12-18", "expires_at": "2026-12-18T22:00:00.000Z", "status": "Halted", "status_reason": "The exchange reported a wrong reference price.", "tick_size": 0.25, "tick_value": 12.5, "currency": "USD", "settlement_price": 6712.25, "version": 2, "product_name": "E-mini S&P 500", "working_orders": 14, "halted_at": "2026-01-30T15:04:05.000Z", "halted_by": 1 }] }
 */
export type HaltsView = ReturnType<typeof toHaltsView>;

export function toHaltsView(listed: Awaited<ReturnType<HaltsService['list']>>, now: number) {
  const groups = new Map(listed.map(({ group }) => [group.id, group]));
  const halted = listed.filter(({ instrument }) => instrument.getStatusAt(now) === 'Halted');
  return {
    groups: [...groups.values()].map(({ id, name }) => ({
      id,
      name,
      instruments: listed.filter(({ group }) => group.id === id).length,
      halted: halted.filter(({ group }) => group.id === id).length,
    })),
    halted: halted.map((one) => ({
      ...toInstrumentView(one, now),
      product_name: one.product.name,
      working_orders: one.workingOrders,
      halted_at: one.instrument.statusSince?.toISOString() ?? null,
      halted_by: one.instrument.statusSetBy,
    })),
  };
}

/**
 * What a halt or a resumption would change.
 * @example { "status": "Halted", "product_group_id": 1, "scope": "group", "symbol": null, "group_name": "US index futures", "instruments": [{ "id": 1, "symbol": "ESZ26", "version": 1 }], "others": [], "working_orders": 23, "waiting_stops": 4, "accounts_with_orders": 7, "accounts_with_positions": 11 }
 */
export type HaltPlanView = ReturnType<typeof toHaltPlanView>;

export function toHaltPlanView({ status, scope, groupName, instruments, others, ...plan }: HaltPlan, now: number) {
  return {
    status,
    /** Instruments that have one reason or symbol are named, too. */
    scope: scope.kind === 'reason' || scope.kind === 'symbol' ? 'instruments' : scope.kind,
    symbol: scope.kind === 'symbol' ? scope.symbol : null,
    product_group_id: scope.kind === 'group' ? scope.groupId : null,
    group_name: groupName,
    instruments: instruments.map(({ instrument: { id, symbol, version } }) => ({ id, symbol, version })),
    /** Named instruments that stay as they are. */
    others: others.map(({ instrument }) => ({
      id: instrument.id,
      symbol: instrument.symbol,
      status: instrument.getStatusAt(now),
      status_reason: instrument.statusReason,
    })),
    working_orders: plan.workingOrders,
    waiting_stops: plan.stops,
    accounts_with_orders: plan.accounts,
    accounts_with_positions: plan.positions,
  } as const;
}

/** Counts for the administration page. */
export type AdministrationView = ReturnType<typeof toAdministrationView>;

/** Timestamps come from the database as text. */
export const toTimestampText = (at: Date | string | null): string | null =>
  at === null ? null : new Date(at).toISOString();

export function toHeldClockView({ aheadSeconds, since, appliesAt, venueTime, machineTime }: HeldClock) {
  return {
    ahead_seconds: aheadSeconds,
    since,
    applies_at: appliesAt,
    venue_time: venueTime,
    machine_time: machineTime,
  };
}

export function toAdministrationView(
  facts: AdministrationFacts,
  openProducts: number | null,
  { isReady, heldClock }: Readonly<{ isReady: boolean; heldClock: HeldClock | null }>,
) {
  return {
    people: { total: facts.people, closed: facts.closed, administrators: facts.administrators },
    accounts: { total: facts.accounts, closed: facts.closedAccounts },
    /** The number of products with an open session; null while the exchange does not respond. */
    reference_data: { product_groups: facts.groups, products: facts.products, products_open_now: openProducts },
    instruments: { open: facts.open, halted: facts.halted, closed: facts.stopped, expired: facts.expired },
    /** The latest dates of posted statements. */
    statements: { money_as_of: facts.moneyAsOf, positions_as_of: facts.positionsAsOf },
    reconciliation: { open_breaks: facts.breaks, oldest_since: toTimestampText(facts.breakSince) },
    webhooks: {
      enabled: facts.webhooks,
      failing: facts.failing,
      failing_since: toTimestampText(facts.failingSince),
      disabled_by_service: facts.disabledByService,
      waiting: facts.waiting,
      waiting_since: toTimestampText(facts.waitingSince),
    },
    /** Denied entries of the last day, among the latest 5,000 entries. */
    audit: { refused_last_day: facts.refusals },
    health: { is_ready: isReady },
    /** The clock jump that is held back. Null in normal operation. */
    held_clock: heldClock && toHeldClockView(heldClock),
  };
}
