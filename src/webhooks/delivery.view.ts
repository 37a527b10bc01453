import type { Attempt } from './attempt.entity.js';
import type { Delivery } from './delivery.entity.js';
import { toMessageId } from './sending/signature.js';

/**
 * An event on its way to a webhook, or what became of it.
 * @example { "id": 41, "webhook_id": 3, "message_id": "evt_1234-f-9002", "type": "fill", "acct_id": 7, "status": "Delivered", "attempt_count": 1, "next_attempt_at": null, "created_at": "2026-01-30T15:04:05.000Z", "finished_at": "2026-01-30T15:04:05.120Z" }
 */
export type DeliveryView = ReturnType<typeof toDeliveryView>;

export function toDeliveryView(delivery: Delivery) {
  return {
    id: delivery.id,
    webhook_id: delivery.webhookId,
    /** The header `webhook-id` of its message: the same at each attempt. */
    message_id: toMessageId(delivery.eventId),
    type: delivery.type,
    /** Null for a test. */
    acct_id: delivery.acctId === 0 ? null : delivery.acctId,
    status: delivery.status,
    attempt_count: delivery.attempts,
    /**
     * When it is sent again; null where it is not, or is sent when its turn comes.
     * @format date-time
     */
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    /** @format date-time */
    created_at: delivery.createdAt.toISOString(),
    /**
     * When it arrived or was given up.
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
    /** What the receiver answered; null if it did not. */
    status_code: attempt.statusCode,
    /** What went wrong; null if it arrived. */
    error: attempt.error,
    duration_ms: attempt.milliseconds,
    /** The beginning of what the receiver answered. */
    answer: attempt.answer,
  };
}

/**
 * A delivery, what is sent, and each time that it was.
 * @example { "id": 41, "webhook_id": 3, "message_id": "evt_1234-f-9002", "type": "fill", "acct_id": 7, "status": "Delivered", "attempt_count": 1, "next_attempt_at": null, "created_at": "2026-01-30T15:04:05.000Z", "finished_at": "2026-01-30T15:04:05.120Z", "payload": "{\"type\":\"fill\",\"timestamp\":\"2026-01-30T15:04:05.000Z\",\"data\":{}}", "attempts": [{ "number": 1, "at": "2026-01-30T15:04:05.010Z", "status_code": 204, "error": null, "duration_ms": 110, "answer": null }] }
 */
export type DeliveryDetailsView = ReturnType<typeof toDeliveryDetailsView>;

export function toDeliveryDetailsView({
  delivery,
  attempts,
  isReadable,
}: Readonly<{ delivery: Delivery; attempts: readonly Attempt[]; isReadable: boolean }>) {
  return {
    ...toDeliveryView(delivery),
    /** The body, as it is signed and sent; null as long as you may not look at its account. */
    payload: isReadable ? delivery.body : null,
    attempts: attempts.map(toAttemptView),
  };
}

/**
 * What is sent again.
 * @example { "replayed": 12 }
 */
export type ReplayView = Readonly<{ replayed: number }>;
