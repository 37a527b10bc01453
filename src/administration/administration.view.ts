import type { HeldClock } from '../clock/held-clock.js';
import type { AdministrationFacts } from './administration.service.js';

/** What administrators look after, in figures. */
export type AdministrationView = ReturnType<typeof toAdministrationView>;

/** Moments come from the database as it spells them. */
const toTimestamp = (at: Date | string | null): string | null => (at === null ? null : new Date(at).toISOString());

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
    /** Of how many products the session is open now; null while the exchange cannot be asked. */
    reference_data: { product_groups: facts.groups, products: facts.products, products_open_now: openProducts },
    instruments: { open: facts.open, halted: facts.halted, closed: facts.stopped, expired: facts.expired },
    /** The latest dates for which the back office has stated anything. */
    statements: { money_as_of: facts.moneyAsOf, positions_as_of: facts.positionsAsOf },
    reconciliation: { open_breaks: facts.breaks, oldest_since: toTimestamp(facts.breakSince) },
    webhooks: {
      enabled: facts.webhooks,
      failing: facts.failing,
      failing_since: toTimestamp(facts.failingSince),
      disabled_by_service: facts.disabledByService,
      waiting: facts.waiting,
      waiting_since: toTimestamp(facts.waitingSince),
    },
    /** Within a day, among the last 5,000 entries. */
    audit: { refused_last_day: facts.refusals },
    health: { is_ready: isReady },
    /** Null while the venue goes by the clock of the machine; else the jump that is held back. */
    held_clock: heldClock && toHeldClockView(heldClock),
  };
}
