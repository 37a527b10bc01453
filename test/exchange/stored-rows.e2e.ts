import { restoreState, takeSnapshot } from '../../src/engine/snapshot.js';
import { openTestDatabase } from '../support/database.js';
import { query } from '../support/postgres-service.js';
import { storedVenue } from '../support/stored-venue.js';

/** A venue in which everything was done once, as its writer would have left it. Nobody checks foreign keys here. */
const ROWS = `
  set session_replication_role = replica;
  insert into group_states values (1, '{"id":1,"currency":"USD","initialMargin":"10000000000000000000","maintenanceMargin":"900","priceBandBasisPoints":null,"selfTradePolicy":"CancelBoth"}');
  insert into product_states values
    (1, '{"id":1,"productGroupId":1,"scale":2,"tick":25,"valuePerUnit":"100","maxOrderQuantity":null,"allowNegativePrices":true}', '2026-01-08', true),
    (2, '{"id":2,"productGroupId":1,"scale":0,"tick":1,"valuePerUnit":"1","maxOrderQuantity":9,"allowNegativePrices":false}', '2026-01-07', false);
  insert into instrument_states values
    (11, '{"id":11,"productId":1,"expiration":"2026-03-20"}', 'Halted', false, -250, '2026-01-07', 17, 475, 3, '2026-01-08T09:30:00.123Z', '2026-01-08', 500, 475, 12),
    (12, '{"id":12,"productId":2,"expiration":null}', 'Open', true, null, null, 0, null, null, null, null, null, null, 0);
  update instrument_states set halt_reason = 'Feed lost.' where instrument_id = 11;
  insert into closing_marks values (11, '2026-01-07', -250), (11, '2026-01-06', 500);
  insert into accounts values
    (1, 5, 'First', 'USD', 'UTC', true, 1, 2, 3, 12345678901234567890, 50, 6, now(), now()),
    (2, 6, 'Second', 'USD', 'Europe/Vienna', false, null, null, null, null, null, null, now(), now());
  insert into account_grants values (1, 8, 'Read', now()), (1, 7, 'Trade', now());
  insert into money_values values (1, '2026-01-06', 1, 1, 2, 1, now()), (1, '2026-01-06', 2, 3, -4, 2, now()), (1, '2026-01-07', 1, 5, 6, 3, now());
  insert into position_statements values (4, 1, '2026-01-06', now()), (5, 1, '2026-01-06', now()), (6, 2, '2026-01-07', now());
  insert into stated_positions values (4, 11, 7, 700), (5, 12, 1, 4), (5, 11, -8, 800);
  insert into reconciliation_breaks values
    (1, 1, '2026-01-06', 11, 'quantity', -7, -8, -1, 'Open', now(), null), (2, 1, '2026-01-06', 12, 'quantity', 0, 1, 1, 'Closed', now(), now()),
    (3, 1, '2026-01-07', 12, 'quantity', 0, 1, 1, 'Closed', now(), now()), (4, 1, '2026-01-07', 12, 'quantity', 2, 2, 0, 'Closed', now(), now());
  insert into positions values (1, 11, -5, -1500, 25, -100, 0, '2026-01-06', -8, 800, 9), (2, 11, 5, 1500, 0, 0, 0, null, null, null, 9);
  insert into position_closes values
    (1, 11, '2026-01-06', -8, 0, 500, 10, 20), (1, 11, '2026-01-07', -7, 1, -250, 30, 40), (2, 11, '2026-01-07', 7, -1, null, 12345678901234567890123, 0);
  insert into trades values
    (1, 3, 11, 500, 4, 'Buy', 1, 2, 2, 1, '2026-01-06', now()), (2, 7, 11, -250, 1, 'Sell', 3, 4, 1, 2, '2026-01-07', now()),
    (3, 8, 11, 475, 5, 'Sell', 5, 6, 1, 2, '2026-01-08', now()), (4, 9, 11, 500, 3, 'Sell', 7, 8, 2, 1, '2026-01-08', now());
  insert into orders values
    (9, 1, 5, 11, 'mine', 'a tag', 'StopLimit', 'Buy', 'GTD', false, '2026-01-09', 525, 500, 10, 0, 0, 'Open', 'PendingTrigger', null, null, 1, '2026-01-08', '2026-01-08T09:00Z', '2026-01-08T09:00Z', null, 8, 9, 123),
    (8, 2, 6, 11, null, null, 'Limit', 'Sell', 'GTC', true, null, 550, null, 10, 4, 2200, 'Open', 'PartiallyFilled', null, null, 3, '2026-01-07', '2026-01-07T09:00Z', '2026-01-08T09:30:00.5Z', '2026-01-08T09:30Z', 9, 8, null),
    (7, 2, 6, 11, null, null, 'Limit', 'Sell', 'Day', false, null, 550, null, 10, 10, 5500, 'Filled', 'Filled', null, null, 2, '2026-01-07', now(), now(), null, 7, 7, null);
  update positions set reference_confirms = true, start_session = '2026-01-08', start_total = 12, start_realised = 5,
    before_list_total = 7, before_list_realised = -3, before_list_held = 2, before_list_mark = 481,
    before_list_traded = -4, before_list_traded_cost = -9 where acct_id = 1;
  update exchange_writer set epoch = 4, command = 20;
  update exchange_state set command = 20, action = 9, order_number = 9, trade = 4, rank_number = 10, reconciliation_break = 4, rules = 2`;

const LIMITS = {
  maxOrderQuantity: 1,
  maxPosition: 2,
  maxProductContracts: 3,
  maxDailyLoss: 12345678901234567890n,
  buyingPowerPercent: 50,
  maxWorkingOrders: 6,
};
const NO_LIMITS = {
  maxOrderQuantity: null,
  maxPosition: null,
  maxProductContracts: null,
  maxDailyLoss: null,
  buyingPowerPercent: null,
  maxWorkingOrders: null,
};
const at = (time: string): number => Date.parse(`2026-01-${time}Z`);
const held = (sessionDate: string, quantity: number, price: number) => ({ sessionDate, quantity, price });
const close = (sessionDate: string, quantity: number, total: bigint, realised: bigint) => ({
  sessionDate,
  quantity,
  profit: { total, realised },
});
const stated = (quantity: number, price: number) => ({ asOf: '2026-01-06', quantity, price, extraDecimals: 0 });

describe('the stored rows of a venue', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;

  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  it('are empty before the first command', async () => {
    const nothing = {
      groups: [],
      products: [],
      instruments: [],
      accounts: [],
      holdings: [],
      orders: [],
      pending: [],
      clientOrders: [],
    };
    expect(await storedVenue(database.url)).toStrictEqual({
      counters: { command: 0, action: 0, order: 0, trade: 0, rank: 0, reconciliationBreak: 0, rules: 1 },
      ...nothing,
    });
  });

  describe('after one of each command', () => {
    beforeAll(() => query(database.url, ROWS));

    it('have terms, sessions, statistics and counters', async () => {
      const { counters, groups, products, instruments } = await storedVenue(database.url);
      expect(counters).toStrictEqual({
        command: 20,
        action: 9,
        order: 9,
        trade: 4,
        rank: 10,
        reconciliationBreak: 4,
        rules: 2,
      });
      expect(groups).toStrictEqual([
        {
          id: 1,
          currency: 'USD',
          initialMargin: 10n ** 19n,
          maintenanceMargin: 900n,
          priceBandBasisPoints: null,
          selfTradePolicy: 'CancelBoth',
        },
      ]);
      expect(products).toStrictEqual([
        {
          terms: {
            id: 1,
            productGroupId: 1,
            scale: 2,
            tick: 25,
            valuePerUnit: 100n,
            maxOrderQuantity: null,
            allowNegativePrices: true,
          },
          sessionDate: '2026-01-08',
          sessionIsOpen: true,
        },
        {
          terms: {
            id: 2,
            productGroupId: 1,
            scale: 0,
            tick: 1,
            valuePerUnit: 1n,
            maxOrderQuantity: 9,
            allowNegativePrices: false,
          },
          sessionDate: '2026-01-07',
          sessionIsOpen: false,
        },
      ]);
      expect(instruments).toStrictEqual([
        {
          ...{
            terms: { id: 11, productId: 1, expiration: '2026-03-20' },
            givenStatus: 'Halted',
            haltReason: 'Feed lost.',
            isExpired: false,
            settlementPrice: -250,
            settledSession: '2026-01-07',
            boardSeq: 17,
            boardChangedAt: null,
          },
          closingMarks: [
            ['2026-01-06', 500],
            ['2026-01-07', -250],
          ],
          statistics: {
            last: { price: 475, quantity: 3, time: at('08T09:30:00.123'), sessionDate: '2026-01-08' },
            high: 500,
            low: 475,
            volume: 12,
            bandPrice: null,
          },
        },
        {
          ...{
            terms: { id: 12, productId: 2, expiration: null },
            givenStatus: 'Open',
            haltReason: null,
            isExpired: true,
            settlementPrice: null,
            settledSession: null,
            boardSeq: 0,
            boardChangedAt: null,
          },
          ...{ closingMarks: [], statistics: { last: null, high: null, low: null, volume: 0, bandPrice: null } },
        },
      ]);
    });

    it('have accounts, the latest version of each statement, open breaks, and accepted ones that are the latest of their kind', async () => {
      const { accounts } = await storedVenue(database.url);
      const dispute = {
        id: 1,
        acctId: 1,
        asOf: '2026-01-06',
        instrumentId: 11,
        kind: 'quantity',
        internal: -7,
        reference: -8,
        difference: -1,
        status: 'Open',
      };
      const accepted = {
        ...dispute,
        ...{ id: 2, instrumentId: 12, internal: 0, reference: 1, difference: 1, status: 'Closed' },
      };
      expect(accounts).toStrictEqual([
        {
          ...{
            id: 1,
            ownerId: 5,
            name: 'First',
            currency: 'USD',
            timeZone: 'UTC',
            isEnabled: true,
            limits: LIMITS,
            grants: [
              [7, 'Trade'],
              [8, 'Read'],
            ],
            openBreaks: [dispute, accepted],
          },
          money: [
            { asOf: '2026-01-06', cashBalance: 3n, netLiq: -4n, version: 2 },
            { asOf: '2026-01-07', cashBalance: 5n, netLiq: 6n, version: 1 },
          ],
          references: [
            [
              '2026-01-06',
              [
                [11, stated(-8, 800)],
                [12, stated(1, 4)],
              ],
            ],
          ],
        },
        {
          ...{
            id: 2,
            ownerId: 6,
            name: 'Second',
            currency: 'USD',
            timeZone: 'Europe/Vienna',
            isEnabled: false,
            limits: NO_LIMITS,
            grants: [],
            money: [],
            openBreaks: [],
          },
          references: [['2026-01-07', []]],
        },
      ]);
    });

    it('have positions with the trades since the statement and the closes of sessions', async () => {
      const { holdings } = await storedVenue(database.url);
      expect(holdings).toStrictEqual([
        {
          position: {
            acctId: 1,
            instrumentId: 11,
            quantity: -5,
            cost: -1500n,
            realised: 25n,
            carried: { total: -100n, realised: 0n },
            reference: stated(-8, 800),
            referenceConfirms: true,
            extraDecimals: 0,
            start: { sessionDate: '2026-01-08', profit: { total: 12n, realised: 5n } },
            beforeList: {
              lastClose: null,
              profit: { total: 7n, realised: -3n },
              mark: { price: 481, extraDecimals: 0 },
              held: 2,
              traded: { quantity: -4, cost: -9n },
            },
          },
          trades: [held('2026-01-07', 1, -250), held('2026-01-08', 5, 475), held('2026-01-08', -3, 500)],
          netBySession: [
            ['2026-01-07', 1],
            ['2026-01-08', 2],
          ],
          closes: [close('2026-01-06', -8, 10n, 20n), close('2026-01-07', -7, 30n, 40n)],
        },
        {
          position: {
            acctId: 2,
            instrumentId: 11,
            quantity: 5,
            cost: 1500n,
            realised: 0n,
            carried: { total: 0n, realised: 0n },
            reference: null,
            referenceConfirms: false,
            extraDecimals: 0,
            start: null,
            beforeList: null,
          },
          trades: [
            held('2026-01-06', 4, 500),
            held('2026-01-07', -1, -250),
            held('2026-01-08', -5, 475),
            held('2026-01-08', 3, 500),
          ],
          netBySession: [
            ['2026-01-07', -1],
            ['2026-01-08', -2],
          ],
          closes: [close('2026-01-07', 7, 12345678901234567890123n, 0n)],
        },
      ]);
    });

    it('have the open orders', async () => {
      const { orders } = await storedVenue(database.url);
      expect(orders).toMatchObject([
        {
          id: 8,
          clientOrderId: null,
          tag: null,
          side: 'Sell',
          postOnly: true,
          filledQuantity: 4,
          turnover: 2200n,
          state: 'PartiallyFilled',
          revision: 3,
          version: 1,
          updatedAt: at('08T09:30:00.500'),
          triggeredAt: at('08T09:30'),
          rank: 9,
        },
        {
          id: 9,
          clientOrderId: 'mine',
          tag: 'a tag',
          orderType: 'StopLimit',
          timeInForce: 'GTD',
          expireDate: '2026-01-09',
          limitPrice: 525,
          stopPrice: 500,
          state: 'PendingTrigger',
          createdAt: at('08T09:00'),
          rank: 8,
        },
      ]);
    });

    it('restore a venue that is stored identically', async () => {
      const stored = await storedVenue(database.url);
      expect(takeSnapshot(restoreState(stored))).toStrictEqual(stored);
    });
  });
});
