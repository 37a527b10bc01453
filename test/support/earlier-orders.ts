import { EarlierOrdersService } from '../../src/exchange/recovery/earlier-orders.service.js';
import type { TestApp } from './test-app.js';

/** What the exchange of a test app knows of the client order ids that were there when it was opened. */
export function earlierOrders(testApp: Pick<TestApp, 'app'>) {
  const earlier = testApp.app.get(EarlierOrdersService, { strict: false });
  return {
    learnt: () => earlier.whenLoaded(),
    asksTables: (acctId: number, clientOrderId: string) => earlier.mayKnow(acctId, clientOrderId),
    find: (acctId: number, clientOrderId: string) => earlier.find(acctId, clientOrderId),
  };
}
