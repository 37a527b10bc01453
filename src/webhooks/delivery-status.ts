/**
 * `Withheld` is not sent, because its account is no longer visible or the webhook's subscription no longer includes it.
 */
export const DELIVERY_STATUSES = ['Pending', 'Delivered', 'Failed', 'Withheld'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
