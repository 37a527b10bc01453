/**
 * Decides from memory which webhooks have to read the log after an event: most events concern no webhook and must cost
 * nothing. A needless read does no harm; a missed event would wait for the next read. So any event that may change
 * visibility wakes all webhooks.
 */
import type { EventType } from '../../events/account-event.js';
import type { WebhookEventType } from '../webhook-events.js';
import type { ServedWebhook } from '../webhook-authorizations.service.js';

/** The part of an event that decides which webhooks it concerns. */
export type WebhookEvent = Readonly<{ acctId: number; type: EventType }>;

type ListeningWebhook = Readonly<{ types: ReadonlySet<WebhookEventType> | null; sees: ReadonlySet<number> | 'all' }>;

export class WebhookMatcher {
  private readonly listeners = new Map<number, ListeningWebhook>();

  get size(): number {
    return this.listeners.size;
  }

  get all(): readonly number[] {
    return [...this.listeners.keys()];
  }

  /**
   * `sees` are the accounts visible now. Returns whether the webhook would be woken by events that did not wake it
   * before.
   */
  add({ id, eventTypes }: Pick<ServedWebhook, 'id' | 'eventTypes'>, sees: readonly number[] | 'all'): boolean {
    const before = this.listeners.get(id);
    const now: ListeningWebhook = {
      types: eventTypes === null ? null : new Set(eventTypes),
      sees: sees === 'all' ? 'all' : new Set(sees),
    };
    this.listeners.set(id, now);
    return before === undefined || !hasAll(before.types ?? 'all', now.types ?? 'all') || !hasAll(before.sees, now.sees);
  }

  remove(webhookId: number): void {
    this.listeners.delete(webhookId);
  }

  /** The webhooks to wake, among those for which `isOpen` holds. */
  match(events: readonly WebhookEvent[], isOpen: (webhookId: number) => boolean): readonly number[] {
    if (events.some(({ type }) => type === 'account.changed' || type === 'account.granted')) return this.all;
    const open = this.all.filter(isOpen);
    return open.filter((id) => {
      const listener = this.listeners.get(id);
      return listener !== undefined && events.some((event) => isFor(event, listener));
    });
  }
}

function isFor({ acctId, type }: WebhookEvent, { types, sees }: ListeningWebhook): boolean {
  return (types === null || types.has(type)) && (sees === 'all' || sees.has(acctId));
}

function hasAll<Item>(had: ReadonlySet<Item> | 'all', has: ReadonlySet<Item> | 'all'): boolean {
  return had === 'all' || (has !== 'all' && [...has].every((item) => had.has(item)));
}
