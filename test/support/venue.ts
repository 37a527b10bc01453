import type { AccountLimits, CommandBody } from '../../src/engine/command.js';
import { stateHash } from '../../src/engine/state-hash.js';
import { type Caller, HOUSE } from '../../src/exchange/caller.js';
import { ExchangeService } from '../../src/exchange/exchange.service.js';
import type { House } from './house.js';

export const noLimits: AccountLimits = { maxOrderQuantity: null, maxPosition: null, maxProductContracts: null, maxDailyLoss: null, buyingPowerPercent: null, maxWorkingOrders: null };

/** The exchange of a house, for tests that give it commands which have no door. */
export function venue(house: Pick<House, 'app'>) {
  const exchange = house.app.get(ExchangeService, { strict: false });
  return {
    exchange,
    carryOut: (body: CommandBody, caller: Caller = HOUSE) => exchange.carryOut(caller, body),
    carryOutAll: (bodies: readonly CommandBody[], caller: Caller = HOUSE) => exchange.carryOutAll(caller, bodies),
    /** As at the end of the service: another one may open the books. */
    leave: () => exchange.beforeApplicationShutdown(),
    hash: () => exchange.look(stateHash),
  };
}
