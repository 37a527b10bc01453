import type { TestApp } from '../../support/test-app.js';
import { beginMarketMaker } from '../../support/market-maker.js';
import { people } from '../../support/people.js';
import { seedSandboxMarket } from '../../support/seeding.js';
import { tradingFloor } from '../../support/trading-floor.js';
import { registerNewUser, openPageFixture, type PageFixture } from '../../support/page-fixture.js';
import { fillAccounts, type Volume as Contents } from '../../support/page-fixture-accounts.js';
import { fillUploads } from '../../support/page-fixture-uploads.js';
import { fillProfile } from '../../support/page-fixture-profile.js';

/**
 * The states that every page is looked at in. `void` and `bare` are both empty: nothing was ever made in the one, and there is one of each
 * thing in the other, to which nothing has happened.
 */
export type PageFixtureState = 'void' | 'bare' | 'typical' | 'full';

type Volume = Contents & Readonly<Record<'keys' | 'webhooks' | 'deliveries', number>>;

const email = 'ada.lovelace@example.test';
const quiet = { SANDBOX_LIQUIDITY: 'off', WEBHOOKS_ALLOW_PRIVATE: '1' };

const ada = (testApp: TestApp) => registerNewUser(testApp, email, ['Ada', 'Lovelace']);

/** Nobody but an administrator and a customer, who has nothing. */
const openVoid = (): Promise<PageFixture> =>
  openPageFixture(quiet, async (testApp) => ({ trader: await ada(testApp), names: {} }));

/** One of each thing, as it is when it was just made. */
function openBare(): Promise<PageFixture> {
  return openPageFixture(quiet, async (testApp) => {
    const floor = await tradingFloor(testApp);
    const trader = await ada(testApp);
    const account = await floor.account(trader);
    const { id: order } = await floor.order(floor.admin.token, floor.limit(account));
    const uploads = await fillUploads(testApp, account, 0);
    const { instrumentId: instrument, groupId: group } = floor;
    const product = Number((await testApp.orm.em.fork().execute<{ id: string }[]>('select id from products'))[0]?.id);
    const statement = await stated(testApp, account);
    return {
      trader,
      names: {
        account,
        order,
        resting: order,
        instrument,
        group,
        product,
        statement,
        user: trader.id,
        ...uploads,
        ...(await fillProfile(testApp, trader, { keys: 1, webhooks: 1, deliveries: 0 })),
      },
    };
  });
}

async function stated(testApp: TestApp, account: number): Promise<number> {
  const answer = await testApp.request('POST', '/refpositions', {
    as: (await people.admin(testApp)).token,
    body: { acct_id: account, as_of: '2026-01-30', position: [] },
  });
  return answer.json<{ id: number }>().id;
}

/** In the instrument that was listed last nobody trades. */
async function haltNewest(testApp: TestApp): Promise<void> {
  const { token } = await people.admin(testApp);
  const listed = await testApp.request('GET', '/instruments?per_page=1000', { as: token });
  await testApp.request('PUT', `/instruments/${listed.json<{ id: number }[]>().at(-1)?.id ?? 0}`, {
    as: token,
    body: { status: 'Halted', status_reason: 'The exchange reported wrong reference prices.' },
  });
}

/** What the sandbox comes with, its market maker, and a customer who has traded for a while. */
const typical: Volume = {
  accounts: 3,
  instruments: 0,
  orders: 12,
  trades: 9,
  days: 30,
  users: 12,
  keys: 3,
  webhooks: 2,
  deliveries: 9,
  grants: 2,
};

/** More than a page of everything, and a board of two hundred instruments. */
const full: Volume = {
  accounts: 120,
  instruments: 150,
  orders: 1_000,
  trades: 240,
  days: 260,
  users: 1_000,
  keys: 40,
  webhooks: 20,
  deliveries: 400,
  grants: 120,
};

function openFilled(volume: Volume, env: Readonly<Record<string, string>>): Promise<PageFixture> {
  return openPageFixture(env, async (testApp) => {
    await seedSandboxMarket(testApp, new Date().toISOString());
    await beginMarketMaker(testApp);
    await haltNewest(testApp);
    const trader = await ada(testApp);
    const names = await fillAccounts(testApp, trader, volume);
    const uploads = await fillUploads(testApp, names.account, volume.instruments === 0 ? 8 : 400);
    return {
      trader,
      names: { user: trader.id, ...names, ...uploads, ...(await fillProfile(testApp, trader, volume)) },
    };
  });
}

/** A world with some of everything. */
export const openTypical = (): Promise<PageFixture> => openFilled(typical, { WEBHOOKS_ALLOW_PRIVATE: '1' });

/** Opens them one after the other; each takes a second or some. */
export async function openPageFixtures(): Promise<Readonly<Record<PageFixtureState, PageFixture>>> {
  return {
    void: await openVoid(),
    bare: await openBare(),
    typical: await openTypical(),
    full: await openFilled(full, { WEBHOOKS_ALLOW_PRIVATE: '1' }),
  };
}
