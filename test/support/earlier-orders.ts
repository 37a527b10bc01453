import { EarlierOrders } from '../../src/exchange/recovery/earlier-orders.service.js';
import type { House } from './house.js';

/** What the exchange of a house knows of the client order ids that were there when it was opened. */
export function earlierOrders(house: Pick<House, 'app'>) {
  const earlier = house.app.get(EarlierOrders, { strict: false });
  return {
    learnt: () => earlier.learnt(),
    asksTables: (acctId: number, clientOrderId: string) => earlier.mayKnow(acctId, clientOrderId),
    find: (acctId: number, clientOrderId: string) => earlier.find(acctId, clientOrderId),
  };
}
