import type { DeliveryDetails } from './deliveries.service.js';
import type { Attempt, Delivery } from './delivery.entity.js';
import { toMessageId } from './sending/signature.js';

/**
 * The delivery of an event to a webhook.
 * @example { "id": 41, "webhook_id": 3, "message_id": "evt_1234-f-9002", "type": "fill", "acct_id": 7, "status": "Delivered", "attempt_count": 1, "next_attempt_at": null, "created_at": "2026-01-30T15:04:05.000Z", "finished_at": "2026-01-30T15:04:05.120Z" }
 */
export type DeliveryView = ReturnType<typeof toDeliveryView>;

export function toDeliveryView(delivery: Delivery) {
  return {
    id: delivery.id,
    webhook_id: delivery.webhookId,
    /** The `webhook-id` header of the message: the same for every attempt. */
    message_id: toMessageId(delivery.eventId),
    type: delivery.type,
    /** Null for a test and for an alert. */
    acct_id: delivery.acctId <= 0 ? null : delivery.acctId,
    status: delivery.status,
    attempt_count: delivery.attempts,
    /**
     * The time of the next attempt; null if there is none or it is next in its queue.
     * @format date-time
     */
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    /** @format date-time */
    created_at: delivery.createdAt.toISOString(),
    /**
     * When it was delivered or given up.
     * @format date-time
     */
    finished_at: delivery.finishedAt?.toISOString() ?? null,
  };
}

export const DELIVERY_COLUMNS = [
  'id',
  'webhook_id',
  'message_id',
  'type',
  'acct_id',
  'acct_name',
  'owner_name',
  'status',
  'attempt_count',
  'next_attempt_at',
  'created_at',
  'finished_at',
];

/** One time that it was sent. */
export type AttemptView = ReturnType<typeof toAttemptView>;

function toAttemptView(attempt: Attempt) {
  return {
    number: attempt.number,
    /** @format date-time */
    at: attempt.at.toISOString(),
    /** The status of the receiver's response; null without a response. */
    status_code: attempt.statusCode,
    /** The error; null after a successful attempt. */
    error: attempt.error,
    duration_ms: attempt.milliseconds,
    /** The beginning of the receiver's response. */
    answer: attempt.answer,
  };
}

/**
 * A delivery with its message and attempts.
 * @example { "id": 41, "webhook_id": 3, "message_id": "evt_1234-f-9002", "type": "fill", "acct_id": 7, "status": "Delivered", "attempt_count": 1, "next_attempt_at": null, "created_at": "2026-01-30T15:04:05.000Z", "finished_at": "2026-01-30T15:04:05.120Z", "payload": "{\"type\":\"fill\",\"timestamp\":\"2026-01-30T15:04:05.000Z\",\"data\":{}}", "attempts": [{ "number": 1, "at": "2026-01-30T15:04:05.010Z", "status_code": 204, "error": null, "duration_ms": 110, "answer": null }] }
 */
export type DeliveryDetailsView = ReturnType<typeof toDeliveryDetailsView>;

export function toDeliveryDetailsView({ delivery, attempts, isReadable }: DeliveryDetails) {
  return {
    ...toDeliveryView(delivery),
    /** The body as signed and sent; null if you may not view its account. */
    payload: isReadable ? delivery.body : null,
    attempts: attempts.map(toAttemptView),
  };
}

/**
 * Filters of the deliveries to send again.
 * @example { "replayed": 12 }
 */
export type ReplayView = Readonly<{ replayed: number }>;
