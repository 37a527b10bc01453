import { MESSAGE_TYPES, type MessageType, eventNames } from '../events/account-event.js';

/** What webhooks receive: the events of accounts, and alerts of the user. */
export const WEBHOOK_EVENT_TYPES = MESSAGE_TYPES;

export type WebhookEventType = MessageType;

/** The same in words, for pages. */
export const webhookEventNames: Readonly<Record<WebhookEventType, string>> = {
  ...eventNames,
  alert: 'Alert triggered',
};

/** A test is an event that nobody subscribes to. */
export const nameEvent = (type: string): string =>
  (webhookEventNames as Readonly<Record<string, string>>)[type] ?? type;

/** The queue of tests, which have no account. */
export const TEST_QUEUE = 0;
/** The queue of alerts, which belong to the user and to no account. */
export const ALERT_QUEUE = -1;

/**
 * The statuses of a delivery. `Withheld` is not sent, because its account is no longer visible or the webhook's
 * subscription no longer includes it.
 */
export const DELIVERY_STATUSES = ['Pending', 'Delivered', 'Failed', 'Withheld'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
