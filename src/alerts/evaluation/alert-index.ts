import type { EngineAccount } from '../../engine/account.js';
import type { TradeRow } from '../../engine/event.js';
import type { State } from '../../engine/state.js';
import type { AlertSide } from '../alert-terms.js';
import type { Alert } from '../alert.entity.js';
import { PriceIndex, type PricedAlert } from './price-index.js';

/** An active alert in memory. */
export type WaitingAlert = Pick<
  Alert,
  'id' | 'userId' | 'kind' | 'instrumentId' | 'acctId' | 'side' | 'direction' | 'price' | 'repeat' | 'since'
> & { triggers: number; triggeredAt: number | null };

type WaitingPriceAlert = WaitingAlert & PricedAlert & Readonly<{ instrumentId: number; side: AlertSide }>;

/** The part of a trade that triggers an alert. */
export type AlertTrade = Pick<
  TradeRow,
  'id' | 'instrumentId' | 'price' | 'buyAcctId' | 'sellAcctId' | 'time' | 'settlement'
>;

/** All active alerts: price alerts by instrument and side, fill alerts by account or user. */
export class AlertIndex {
  private readonly alerts = new Map<number, WaitingAlert>();
  private readonly prices = new Map<number, Partial<Record<AlertSide, PriceIndex<WaitingPriceAlert>>>>();
  private readonly fillsByAccount = new Map<number, Set<WaitingAlert>>();
  private readonly fillsByUser = new Map<number, Set<WaitingAlert>>();

  get size(): number {
    return this.alerts.size;
  }

  get pricedInstruments(): readonly number[] {
    return [...this.prices.keys()];
  }

  hasPrices(instrumentId: number): boolean {
    return this.prices.has(instrumentId);
  }

  filter(isWanted: (alert: WaitingAlert) => boolean): readonly WaitingAlert[] {
    return [...this.alerts.values()].filter(isWanted);
  }

  /** `scale` is that of the prices of its instrument. `hasTriggered`: its price has to come back first. */
  add(alert: WaitingAlert, scale: number, hasTriggered = false): void {
    this.remove(alert.id);
    this.alerts.set(alert.id, alert);
    if (isPriced(alert)) this.getPrices(alert, scale).add(alert, hasTriggered);
    else if (alert.acctId === null) addTo(this.fillsByUser, alert.userId, alert);
    else addTo(this.fillsByAccount, alert.acctId, alert);
  }

  remove(id: number): void {
    const alert = this.alerts.get(id);
    if (alert === undefined) return;
    this.alerts.delete(id);
    if (isPriced(alert)) this.removePrice(alert);
    else if (alert.acctId === null) removeFrom(this.fillsByUser, alert.userId, alert);
    else removeFrom(this.fillsByAccount, alert.acctId, alert);
  }

  private removePrice({ id, instrumentId, side }: WaitingPriceAlert): void {
    const sides = this.prices.get(instrumentId);
    sides?.[side]?.remove(id);
    if (sides && Object.values(sides).every(({ size }) => size === 0)) this.prices.delete(instrumentId);
  }

  /** The price alerts that a price triggers; those that do not repeat are removed. */
  takePrices(instrumentId: number, side: AlertSide, price: Readonly<{ units: number; scale: number }>): WaitingAlert[] {
    const sides = this.prices.get(instrumentId);
    let index = sides?.[side];
    if (sides === undefined || index === undefined) return [];
    // The tick of the product has changed, and prices have another scale.
    if (index.scale !== price.scale) {
      const rescaled = new PriceIndex<WaitingPriceAlert>(price.scale);
      for (const [alert, isReturn] of index.list()) rescaled.add(alert, isReturn);
      index = sides[side] = rescaled;
    }
    const triggered = index.take(price.units);
    for (const { id, repeat } of triggered) if (!repeat) this.remove(id);
    return triggered;
  }

  /** The fill alerts that a trade triggers: those on its accounts, and those of users who own them or were granted them. */
  findFills({ instrumentId, buyAcctId, sellAcctId }: AlertTrade, { accounts }: State): WaitingAlert[] {
    if (this.fillsByAccount.size === 0 && this.fillsByUser.size === 0) return [];
    const found = [...new Set([buyAcctId, sellAcctId])].flatMap((acctId) => {
      const account = accounts.get(acctId);
      return account === undefined ? [] : this.findFillsOn(acctId, account);
    });
    return [...new Set(found)].filter((alert) => (alert.instrumentId ?? instrumentId) === instrumentId);
  }

  private findFillsOn(acctId: number, account: EngineAccount): WaitingAlert[] {
    const onAccount = [...(this.fillsByAccount.get(acctId) ?? [])].filter(({ userId }) => hasAccess(account, userId));
    const ofUsers = [...new Set([account.ownerId, ...account.grants.keys()])].flatMap((userId) => [
      ...(this.fillsByUser.get(userId) ?? []),
    ]);
    return [...onAccount, ...ofUsers];
  }

  private getPrices(alert: WaitingPriceAlert, scale: number): PriceIndex<WaitingPriceAlert> {
    const sides = this.prices.get(alert.instrumentId) ?? {};
    this.prices.set(alert.instrumentId, sides);
    return (sides[alert.side] ??= new PriceIndex(scale));
  }
}

/** Access may have been revoked since an alert was created. */
export const hasAccess = ({ ownerId, grants }: EngineAccount, userId: number): boolean =>
  userId === ownerId || grants.has(userId);

const isPriced = (alert: WaitingAlert): alert is WaitingPriceAlert => alert.kind === 'Price';

function addTo(sets: Map<number, Set<WaitingAlert>>, key: number, alert: WaitingAlert): void {
  const known = sets.get(key);
  if (known === undefined) sets.set(key, new Set([alert]));
  else known.add(alert);
}

function removeFrom(sets: Map<number, Set<WaitingAlert>>, key: number, alert: WaitingAlert): void {
  const known = sets.get(key);
  known?.delete(alert);
  if (known?.size === 0) sets.delete(key);
}
