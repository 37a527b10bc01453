import { type TestApp, openTestApp } from '../support/test-app.js';
import { randomTrading } from '../support/random-trading.js';
import { storedVenue } from '../support/stored-venue.js';
import { verifyJournal } from '../support/verification.js';
import { venue } from '../support/venue.js';
import { seed } from '../support/seed.js';

const ROUNDS = 5;

describe(`an exchange that is closed and opened repeatedly, seed ${seed}`, () => {
  let first: TestApp;
  let testApp: TestApp;

  beforeAll(async () => {
    first = await openTestApp();
    testApp = first;
  });
  afterAll(async () => {
    if (testApp !== first) await testApp.close();
    await first.close();
  });

  it('has the same rows and a complete journal each time', async () => {
    const trading = await randomTrading(first, seed);
    for (let round = 0; round < ROUNDS; round++) {
      await trading.trade(300);
      const [hash, rows] = [await venue(testApp).hash(), await venue(testApp).rows()];
      expect({ round, stored: await storedVenue(first.database.url) }).toEqual({ round, stored: rows });
      await testApp.app.close();
      testApp = await openTestApp({ beside: first });
      trading.moveTo(testApp);
      expect({ round, hash: await venue(testApp).hash() }).toEqual({ round, hash });
    }
    await trading.trade(300);
    expect(await verifyJournal(first.database.url)).toMatchObject({ isEqual: true, counts: {}, differences: [] });
  });
});
