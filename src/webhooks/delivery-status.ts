/** `Withheld` is not sent any more because its account is no longer visible, or because the webhook subscribes to less by now. */
export const DELIVERY_STATUSES = ['Pending', 'Delivered', 'Failed', 'Withheld'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
