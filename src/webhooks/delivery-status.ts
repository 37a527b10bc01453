/** `Withheld` is not sent any more because its account may no longer be looked at, or because the webhook is told of less by now. */
export const DELIVERY_STATUSES = ['Pending', 'Delivered', 'Failed', 'Withheld'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
