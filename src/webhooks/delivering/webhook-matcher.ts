/**
 * Which webhooks have to look at the log when something has happened, decided from memory: most events concern no webhook
 * and must cost nothing. To look in vain does no harm; what was overlooked would wait for the next look. So whenever
 * something happens that may change who may look at what, everybody looks.
 */
import type { EventType } from '../../events/account-event.js';
import type { ServedWebhook } from '../webhook-authorizations.service.js';

/** What of an event decides whose it is. */
export type WebhookEvent = Readonly<{ acctId: number; type: EventType }>;

type ListeningWebhook = Readonly<{ types: ReadonlySet<EventType> | null; sees: ReadonlySet<number> | 'all' }>;

export class WebhookMatcher {
  private readonly listeners = new Map<number, ListeningWebhook>();

  get size(): number {
    return this.listeners.size;
  }

  get all(): readonly number[] {
    return [...this.listeners.keys()];
  }

  /** `sees` are the accounts of its events at the moment. Whether it would be woken by something that did not wake it until now. */
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

  /** Who of those for whom `isOpen` holds should look. */
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
