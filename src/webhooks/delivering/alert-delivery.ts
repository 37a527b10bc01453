import type { Alert } from '../../alerts/alert.entity.js';
import { toAlertView } from '../../alerts/alert.view.js';
import { ALERT_QUEUE } from '../webhook-events.js';
import type { DraftDelivery } from './delivery-book.service.js';

/** The message of an alert that has triggered. Each trigger has an id of its own. */
export const toAlertDelivery = (alert: Alert): DraftDelivery => ({
  acctId: ALERT_QUEUE,
  eventId: `alert.${alert.id}.${alert.triggers}`,
  type: 'alert',
  body: JSON.stringify({
    type: 'alert',
    timestamp: (alert.triggeredAt ?? alert.createdAt).toISOString(),
    data: toAlertView(alert),
  }),
});
