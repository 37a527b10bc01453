import type { AccountLimits } from '../../src/engine/command.js';
import { SYSTEM_CALLER } from '../../src/exchange/caller.js';
import type { TestApp } from './test-app.js';
import { people, type Person } from './people.js';
import { alwaysOpen, referenceData } from './reference-data.js';
import { noLimits, venue } from './venue.js';

type Fields = Readonly<Record<string, unknown>>;
type Access = 'Trade' | 'Read';

const floors = new WeakMap<TestApp['app'], Promise<Floor>>();

/** A test app with an instrument that trades around the clock, and ways to open accounts and to send order actions as a user. The same house has one. */
export function tradingFloor(testApp: TestApp): Promise<Floor> {
  const floor = floors.get(testApp.app) ?? openFloor(testApp);
  floors.set(testApp.app, floor);
  return floor;
}

async function openFloor(testApp: TestApp) {
  const admin = await people.admin(testApp);
  const data = referenceData(testApp, admin.token);
  const groupId = await data.group({ ...alwaysOpen, symbol: 'FLOOR' });
  const productId = await data.product(groupId, { symbol: 'FLOOR', max_order_quantity: 1_000_000_000 });
  const instrumentId = await data.instrument(productId, { symbol: 'FLOOR' });
  const { exchange, execute } = venue(testApp);

  const account = async (
    owner: Pick<Person, 'id'>,
    limits: Partial<AccountLimits> = {},
    currency = 'USD',
  ): Promise<number> => {
    const terms = {
      ownerId: owner.id,
      name: 'A floor account',
      currency,
      timeZone: 'UTC',
      limits: { ...noLimits, ...limits },
    };
    const { events } = await exchange.execute(SYSTEM_CALLER, (state) => ({
      type: 'OpenAccount',
      acctId: Math.max(0, ...state.accounts.keys()) + 1,
      ...terms,
    }));
    const [opened] = events.flatMap((event) => (event.type === 'AccountChanged' ? [event.acctId] : []));
    return opened ?? 0;
  };
  const limit = (acctId: number, details: Fields = {}): Fields => ({
    action_type: 'LimitOrderSub',
    acct_id: acctId,
    instrument_id: instrumentId,
    side: 'Buy',
    time_in_force: 'GTC',
    limit_price: 6700,
    quantity: 5,
    ...details,
  });
  const act = (as: string, body: Fields) => testApp.request('POST', '/orderactions', { as, body });

  return {
    admin,
    data,
    ...{ groupId, productId, instrumentId, execute, account, limit, act },
    grant: (acctId: number, to: Pick<Person, 'id'>, access: Access | null) =>
      execute({ type: 'GrantAccount', acctId, userId: to.id, access }),
    /** The order that an accepted action answers with. */
    order: async (as: string, body: Fields): Promise<Record<string, unknown> & { id: number; version: number }> => {
      const answer = await act(as, body);
      if (answer.statusCode !== 201) throw new Error(`/orderactions answered ${answer.statusCode}: ${answer.body}`);
      return answer.json<{ order: Record<string, unknown> & { id: number; version: number } }>().order;
    },
    read: async <Kind>(as: string, path: string): Promise<Kind> =>
      (await testApp.request('GET', path, { as })).json<Kind>(),
  };
}

export type Floor = Awaited<ReturnType<typeof openFloor>>;
