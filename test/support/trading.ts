import type { CommandBody } from '../../src/engine/command.js';
import { parseDecimal } from '../../src/money/decimal.js';
import type { TestApp } from './test-app.js';
import { people } from './people.js';
import { alwaysOpen, referenceData } from './reference-data.js';
import { noLimits, venue } from './venue.js';

/** A venue on which accounts of an administrator trade an instrument around the clock. */
export async function tradingVenue(testApp: TestApp, accounts = 2) {
  const { id: ownerId, token } = await people.admin(testApp);
  const data = referenceData(testApp, token);
  const product = await data.product(await data.group(alwaysOpen));
  const instrumentId = await data.instrument(product);
  const testVenue = venue(testApp);
  await testVenue.executeAll(
    Array.from({ length: accounts }, (_, n) => ({
      type: 'OpenAccount',
      acctId: n + 1,
      ownerId,
      name: `Account ${n + 1}`,
      currency: 'USD',
      timeZone: 'UTC',
      limits: noLimits,
    })),
  );
  return { ...testVenue, ownerId, token, product, instrumentId };
}

type Limit = Readonly<{
  instrumentId: number;
  acctId: number;
  side: 'Buy' | 'Sell';
  price: number;
  clientOrderId?: string | null;
}>;

export const limitOrder = ({ instrumentId, acctId, side, price, clientOrderId = null }: Limit): CommandBody => ({
  ...({
    type: 'LimitOrderSub',
    acctId,
    instrumentId,
    side,
    quantity: 5,
    timeInForce: 'GTC',
    limitPrice: parseDecimal(price),
    stopPrice: null,
  } as const),
  ...{ postOnly: false, expireDate: null, clientOrderId, tag: null },
});
