import type { EventType } from './account-event.js';

/** The types of events in words, for pages. */
export const eventNames: Readonly<Record<EventType, string>> = {
  'account.changed': 'Account changed',
  'account.granted': 'Account access changed',
  'money.stated': 'Money values posted',
  'positions.stated': 'Reference positions posted',
  'break.opened': 'Break opened',
  'break.changed': 'Break changed',
  'break.closed': 'Break resolved',
  'order.accepted': 'Order accepted',
  'order.rejected': 'Order rejected',
  'order.modified': 'Order modified',
  'order.triggered': 'Order triggered',
  'order.traded': 'Order traded',
  'order.cancelled': 'Order canceled',
  'order.expired': 'Order expired',
  fill: 'Fill',
  'position.changed': 'Position changed',
};
