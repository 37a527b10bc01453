import { ExchangeService } from '../../src/exchange/exchange.service.js';
import { ClientOrderMemoryService } from '../../src/exchange/recovery/client-order-memory.service.js';
import { EarlierOrdersService } from '../../src/exchange/recovery/earlier-orders.service.js';
import type { TestApp } from './test-app.js';

/** What the exchange of a test app knows of the client order ids that were there when it was opened. */
export function earlierOrders(testApp: Pick<TestApp, 'app'>) {
  const earlier = testApp.app.get(EarlierOrdersService, { strict: false });
  const memory = testApp.app.get(ClientOrderMemoryService, { strict: false });
  const exchange = testApp.app.get(ExchangeService, { strict: false });
  return {
    /** From now on the engine forgets client order ids after so many commands. */
    forgetAfter: (commands: number) => (memory.generationCommands = commands),
    listRemembered: (acctId: number) =>
      exchange.look(
        ({ accounts }) =>
          accounts
            .get(acctId)
            ?.clientOrders.list()
            .map(([name]) => name) ?? [],
      ),
    learnt: () => earlier.whenLoaded(),
    asksTables: (acctId: number, clientOrderId: string) => earlier.mayKnow({ acctId, clientOrderId }),
    find: (acctId: number, clientOrderId: string) => earlier.find({ acctId, clientOrderId }, 4_000),
  };
}
