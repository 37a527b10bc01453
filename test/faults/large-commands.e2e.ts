import { faultRounds, isOnDemand, reportFault, seconds } from '../support/fault-report.js';
import { openMortalService } from '../support/mortal-service.js';
import { query, queryAtOnce, until, urlOf } from '../support/postgres-service.js';
import type { AcknowledgedActions } from '../support/traders.js';
import { MID_PRICE, openTradingOverHttp, TICK_SIZE } from '../support/trading-over-http.js';
import { tradingAt } from './trading-under-fault.js';

const rounds = faultRounds(3);
const ORDERS = isOnDemand ? 99_000 : 12_000;
const patience = 120_000 + (rounds + 2) * (isOnDemand ? 120_000 : 40_000);
/** The targets, for a machine that does nothing else; in the suite other tests are busy at the same time. */
const waitMaximum = isOnDemand ? 100 : 10_000;
const answeredWithinMilliseconds = isOnDemand ? 1_000 : 10_000;

type Action = Readonly<{ id: number; orders_meant: number; order_ids: readonly number[]; orders_url: string }>;

/** One story on one data directory, in order; the control does not write down which commands are pending. */
describe('mass cancellations of very many orders', () => {
  let service: Awaited<ReturnType<typeof openMortalService>>;
  let trading: ReturnType<typeof tradingAt>;
  let account: number;
  const acknowledged: AcknowledgedActions[] = [];
  const measured = { answer: 0, wait: 0, recovery: 0, between: 0 };

  const post = async (body: object): Promise<Response> => {
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: `Bearer ${trading.floor.token}`,
    };
    return fetch(`${service.url}/orderactions`, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  const fill = async (): Promise<void> => {
    const order = {
      action_type: 'LimitOrderSub',
      acct_id: account,
      instrument_id: trading.floor.instruments[0],
      side: 'Buy',
      time_in_force: 'GTC',
      limit_price: MID_PRICE - 4 * TICK_SIZE,
      quantity: 1,
    };
    const actions = Array.from({ length: 100 }, () => order);
    for (let sent = 0; sent < ORDERS; sent += 100)
      if (!(await post({ actions })).ok) throw new Error('The book could not be filled.');
  };
  const cancelAll = async (): Promise<Action> => {
    const answer = await post({ action_type: 'MassCancellation', acct_id: account });
    expect(answer.status).toBe(201);
    return (await answer.json()) as Action;
  };
  const open = async (): Promise<number> =>
    Number(
      (
        await query(
          await urlOf(service.dataDir),
          `select count(*) as count from orders where acct_id = ${account} and status = 'Open'`,
        )
      )[0]?.['count'],
    );
  /** Orders of the account that were not ended, or were ended more than once. */
  const judge = async (milliseconds: number) => {
    const left = await until(open, (count) => count === 0, milliseconds);
    const [row] = await query(
      await urlOf(service.dataDir),
      `select count(*) as doubled from (select order_id from order_events join orders on orders.id = order_id where acct_id = ${account} and type = 'OrderCancelled' group by order_id having count(*) > 1) as twice`,
    );
    return { lost: left, doubled: Number(row?.['doubled']) };
  };

  beforeAll(async () => {
    service = await openMortalService();
    await service.begin('never');
    const { accounts, ...floor } = await openTradingOverHttp(service.url, { accounts: 7, instruments: 1 });
    account = accounts[0] ?? 0;
    trading = tradingAt({ service, floor: { ...floor, accounts: accounts.slice(1) } });
  });
  afterAll(() => trading.close());

  it(
    'return at once with the number of orders, and let others trade between their portions',
    async () => {
      await fill();
      trading.trade(acknowledged);
      await trading.waitForAcknowledged(50);
      const left = await open();
      const began = performance.now();
      const action = await cancelAll();
      measured.answer = performance.now() - began;
      const verdict = await judge(60_000);
      const { found, expected } = await trading.verdict();
      measured.wait = trading.slowestAnswer;

      expect(action.orders_meant).toBeLessThanOrEqual(left);
      expect([action.order_ids.length, action.orders_url]).toEqual([1_000, `/orders?cancelled_by=${action.id}`]);
      expect(verdict).toEqual({ lost: 0, doubled: 0 });
      // They trade with the account, too.
      expect({ ...found, difference: 0 }).toEqual(expected);
      expect(measured.answer).toBeLessThan(answeredWithinMilliseconds);
      expect(measured.wait).toBeLessThan(waitMaximum);
    },
    patience,
  );

  it(
    'complete after kill -9 between two portions, each order once',
    async () => {
      for (let n = 0; n < rounds; n++) {
        await fill();
        trading.trade(acknowledged);
        await trading.waitForAcknowledged(20);
        await cancelAll();
        await service.kill('never');
        if ((await open()) > 0) measured.between++;
        const began = performance.now();
        await trading.start('never');
        const verdict = await judge(60_000);
        measured.recovery = Math.max(measured.recovery, performance.now() - began);
        const { found, expected } = await trading.verdict();

        expect(verdict).toEqual({ lost: 0, doubled: 0 });
        expect({ ...found, difference: 0, hasTraded: true }).toEqual(expected);
      }
      expect(measured.between).toBeGreaterThan(0);
    },
    patience,
  );

  it(
    'agree with a replay of the journal',
    async () => {
      await service.stop();

      expect(await trading.verify()).toMatchObject({ code: 0 });
    },
    patience,
  );

  it(
    'never complete when the pending command is not recorded (control)',
    async () => {
      await service.begin('never', { REMOVED_PROTECTION: 'pending' });
      await fill();
      const { id } = await cancelAll();
      // Batches that are not in the tables yet have the command itself: it is lost once it is in the tables alone.
      const database = await urlOf(service.dataDir);
      const isInTables = () => queryAtOnce(database, `select 1 from journal where action_id = ${id}`);
      await until(isInTables, ({ length }) => length > 0, 3_000);
      await service.kill('never');
      await service.begin('never');
      const { lost } = await judge(3_000);

      expect(lost).toBeGreaterThan(0);
      reportFault({
        ...{
          row: 'large-commands',
          fault: `mass cancellation of ${ORDERS} orders under load, and kill -9 of the service between its portions`,
        },
        ...{ tried: `1 + ${rounds}`, acknowledged: acknowledged.length, lost: 0, doubled: 0 },
        recovery: `answered after ${seconds(measured.answer)}, others waited ≤ ${measured.wait.toFixed(0)} ms; ${measured.between} of ${rounds} kills came between portions, all canceled ≤ ${seconds(measured.recovery)} after them`,
        control: `pending commands not written down: orders still open (${lost} in this run)`,
      });
    },
    patience,
  );
});
