/** Measures one candidate once and prints a line of JSON: `measure core|peer|engine <width> <resting> <operations>`. */
import { OrderBook, Side } from 'nodejs-order-book';
import { Book, type MatchListener, type Taker } from '../../src/engine/book.js';
import type { Command, CommandBody } from '../../src/engine/command.js';
import { Engine } from '../../src/engine/engine.js';
import { OrderPool } from '../../src/engine/order-pool.js';
import { type Operation, operationsOf } from './operations.js';

type Step = (operation: Operation) => void;

const SELF_TRADE = { selfTradePolicy: 'CancelAggressor', selfTradeScope: 'owner' } as const;

/** The book alone: orders by number, trades counted, no events. */
function core(list: readonly Operation[]): Step {
  const pool = new OrderPool();
  const book = new Book(pool);
  const slots = new Int32Array(list.length).fill(-1);
  const ids = new Int32Array(list.length + 1);
  const isBid = Uint8Array.from(list, (operation) => Number(operation.isBuy));
  const taker: Taker = { side: 'Buy', account: 0, owner: 0, limit: 0, leaves: 0 };
  const counterparties: MatchListener = {
    onTrade: (slot) => {
      if (pool.leaves[slot] === 0) slots[ids[slot] as number] = -1;
    },
    onSelfTrade: () => undefined,
  };
  return ({ kind, id, isBuy, price, quantity }) => {
    const slot = slots[id] as number;
    if (kind === 'cancel') {
      if (slot < 0) return;
      (isBid[id] === 1 ? book.bids : book.asks).remove(slot);
      slots[id] = -1;
      return;
    }
    taker.side = isBuy ? 'Buy' : 'Sell';
    taker.account = id;
    taker.owner = id;
    taker.leaves = quantity;
    taker.limit = kind === 'add' ? price : isBuy ? Infinity : -Infinity;
    book.match(taker, SELF_TRADE, counterparties);
    if (kind === 'cross' || taker.leaves === 0) return;
    const rested = book.rest(taker);
    slots[id] = rested;
    ids[rested] = id;
  };
}

function peer(): Step {
  const book = new OrderBook();
  return ({ kind, id, isBuy, price, quantity }) => {
    const side = isBuy ? Side.BUY : Side.SELL;
    if (kind === 'cancel') book.cancel(`o${id}`);
    else if (kind === 'cross') book.market({ side, size: quantity });
    else book.limit({ id: `o${id}`, side, size: quantity, price });
  };
}

const ACCOUNTS = 1_000;
const UNLIMITED = {
  maxOrderQuantity: null,
  maxPosition: null,
  maxProductContracts: null,
  maxDailyLoss: null,
  buyingPowerPercent: 100,
  maxWorkingOrders: null,
};

/** One instrument, and a thousand accounts that may trade it without end. */
function defineMarket(apply: (body: CommandBody) => void): void {
  apply({
    type: 'DefineProductGroup',
    group: {
      id: 1,
      currency: 'USD',
      initialMargin: 10n,
      maintenanceMargin: 8n,
      priceBandBasisPoints: null,
      selfTradePolicy: 'CancelResting',
    },
  });
  apply({
    type: 'DefineProduct',
    product: {
      id: 1,
      productGroupId: 1,
      scale: 0,
      tick: 1,
      valuePerUnit: 1n,
      maxOrderQuantity: null,
      allowNegativePrices: false,
    },
  });
  apply({ type: 'DefineInstrument', instrument: { id: 1, productId: 1, expiration: null } });
  apply({ type: 'OpenSession', productId: 1, sessionDate: '2026-01-05' });
  for (let acctId = 1; acctId <= ACCOUNTS; acctId++) {
    apply({
      type: 'OpenAccount',
      acctId,
      ownerId: acctId,
      name: '',
      currency: 'USD',
      timeZone: 'UTC',
      limits: UNLIMITED,
    });
    apply({ type: 'StateMoney', acctId, asOf: '2026-01-04', cashBalance: 10n ** 15n, netLiq: 10n ** 15n });
  }
}

/** Everything: checks of margin, positions, money, events. Orders of the list become orders of a thousand accounts. */
function engine(list: readonly Operation[]): Step {
  const venue = new Engine();
  const numbers = new Int32Array(list.length);
  let [seq, orders] = [0, 0];
  const apply = (body: CommandBody): void => {
    const command: Command = {
      ...body,
      seq: ++seq,
      time: 1_700_000_000_000 + seq,
      actor: { userId: 0, isAdministrator: true },
    };
    venue.apply(command);
  };
  defineMarket(apply);
  return ({ kind, id, isBuy, price, quantity }) => {
    if (kind === 'cancel') {
      apply({ type: 'OrderCancellation', orderId: numbers[id] as number, acctId: null, clientOrderId: null });
      return;
    }
    numbers[id] = ++orders;
    apply({
      type: kind === 'add' ? 'LimitOrderSub' : 'MarketOrderSub',
      acctId: 1 + (id % ACCOUNTS),
      instrumentId: 1,
      side: isBuy ? 'Buy' : 'Sell',
      quantity,
      timeInForce: kind === 'add' ? 'GTC' : 'IOC',
      limitPrice: kind === 'add' ? { digits: price, decimals: 0 } : null,
      stopPrice: null,
      postOnly: false,
      expireDate: null,
      clientOrderId: null,
      tag: null,
    });
  };
}

const WARM_UP_OPERATIONS = 100_000;
const [name = 'core', width = '1000', resting = '0', operations = '100000'] = process.argv.slice(2);
const before = Number(resting);
const list = operationsOf(Number(width), before, Number(operations));
/** A service runs for days: everybody may first get warm, on a book that is thrown away. */
function warmUp(): void {
  const some = operationsOf(Number(width), 0, Math.min(Number(operations), WARM_UP_OPERATIONS));
  some.forEach(candidate(some));
}

/** What is really held, after a collection; the resident size would count what the collector has not yet given back. */
function heldBytes(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const candidate = name === 'peer' ? peer : name === 'engine' ? engine : core;
warmUp();

const weight = heldBytes();
const step = candidate(list);
for (let i = 0; i < before; i++) step(list[i] as Operation);
const bytes = heldBytes() - weight;
const began = process.cpuUsage();
for (let i = before; i < list.length; i++) step(list[i] as Operation);
const { user, system } = process.cpuUsage(began);
console.log(JSON.stringify({ perSecond: (Number(operations) / (user + system)) * 1e6, bytes }));
