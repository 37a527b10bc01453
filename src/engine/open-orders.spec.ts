import type { EngineAccount } from './account.js';
import type { Instrument } from './instrument.js';
import { OpenOrders } from './open-orders.js';
import { EngineOrder } from './order.js';

const account = { id: 7 } as EngineAccount;
const instrument = { id: 3 } as Instrument;
const references = { accounts: new Map([[7, account]]), instruments: new Map([[3, instrument]]) };

const createOrder = (id: number, changed: Partial<EngineOrder['origin'] & EngineOrder['terms']> = {}): EngineOrder => {
  const {
    quantity = 5,
    limitPrice = 100,
    stopPrice = null,
    timeInForce = 'GTC',
    expireDate = null,
    ...origin
  } = changed;
  return new EngineOrder(
    account,
    instrument,
    {
      id,
      userId: 11,
      placedBy: null,
      clientOrderId: null,
      tag: null,
      orderType: 'Limit',
      side: 'Buy',
      postOnly: false,
      sessionDate: null,
      createdAt: 1_700_000_000_000,
      ...origin,
    },
    { quantity, limitPrice, stopPrice, timeInForce, expireDate },
  );
};

/** Orders with what is rare: no price, prices that look like no price, dates, names, amounts beyond the safe integers. */
const unusual: readonly EngineOrder[] = [
  createOrder(1),
  createOrder(2, { limitPrice: -1, stopPrice: 0, orderType: 'StopLimit', side: 'Sell', placedBy: 4, postOnly: true }),
  createOrder(3, { limitPrice: null, stopPrice: -1, orderType: 'Stop', timeInForce: 'Day', sessionDate: '2026-11-25' }),
  createOrder(4, {
    timeInForce: 'GTD',
    expireDate: '2026-12-31',
    clientOrderId: 'a',
    tag: 'é',
    quantity: 1_000_000_000,
  }),
  Object.assign(createOrder(2 ** 40), {
    filledQuantity: 3,
    turnover: 2n ** 80n,
    state: 'PartiallyFilled',
    revision: 9,
    version: 8,
    updatedAt: 1_700_000_000_001.25,
    triggeredAt: 1_700_000_000_000.5,
    rank: 2 ** 41,
  }),
];

describe('open orders', () => {
  it('are the same after the command, although they are rows then', () => {
    const orders = new OpenOrders(references);
    const expected = unusual.map((order) => order.row());
    for (const [slot, order] of unusual.entries()) orders.place(order, slot);
    orders.settle();

    expect(unusual.map(({ origin: { id } }) => orders.peek(id)?.row())).toEqual(expected);
    expect([...orders.values()].map((order) => order.row())).toEqual(expected);
    expect(unusual.map((order, slot) => orders.peek(order.origin.id) === order || orders.peekAt(slot).slot)).toEqual([
      0, 1, 2, 3, 4,
    ]);
  });

  it('are one object each while a command works on them, and keep what it changed', () => {
    const orders = new OpenOrders(references);
    orders.place(createOrder(1), 0);
    orders.settle();
    const order = orders.get(1) as EngineOrder;
    order.filledQuantity = 2;

    expect([orders.get(1), orders.getAt(0), orders.peek(1), orders.peekAt(0)].every((same) => same === order)).toBe(
      true,
    );
    orders.settle();
    expect([orders.get(1) === order, orders.get(1)?.filledQuantity]).toEqual([false, 2]);
  });

  it('leave their row to the next, with nothing in it', () => {
    const orders = new OpenOrders(references);
    const first = Object.assign(createOrder(1, { clientOrderId: 'first', tag: 'first' }), { turnover: 5n });
    orders.place(first, 0);
    orders.settle();
    const ended = orders.get(1) as EngineOrder;
    orders.displace(ended);

    expect([orders.size, orders.has(1), orders.get(1), orders.peek(1), [...orders.values()]]).toEqual([
      0,
      false,
      undefined,
      undefined,
      [],
    ]);
    expect(() => orders.getAt(0)).toThrow('Slot 0 holds no order.');
    orders.place(createOrder(2), 0);
    orders.settle();
    expect(orders.peekAt(0).row()).toEqual(createOrder(2).row());
  });

  it('move to another row, and stay when there are more than rows', () => {
    const orders = new OpenOrders(references);
    for (let id = 1; id <= 1_000; id++) orders.place(createOrder(id, { quantity: id }), id - 1);
    orders.settle();
    const moved = orders.get(1) as EngineOrder;
    orders.displace(moved);
    orders.place(moved, 1_000);
    orders.settle();

    expect([orders.size, orders.peek(1)?.slot, orders.has(1)]).toEqual([1_000, 1_000, true]);
    expect([...orders.values()].map(({ terms }) => terms.quantity)).toEqual([
      ...Array.from({ length: 999 }, (_, place) => place + 2),
      1,
    ]);
  });

  it('are columns in the order of their rank, which another state takes', () => {
    const orders = new OpenOrders(references);
    for (const [place, id] of [30, 10, 20].entries()) {
      const order = Object.assign(createOrder(id, { clientOrderId: `${id}`, expireDate: `2026-12-${id}` }), {
        rank: id,
        turnover: BigInt(id) ** 20n,
      });
      orders.place(order, place);
    }
    orders.settle();
    const expected = [10, 20, 30].map((id) => orders.peek(id)?.row());
    const restored = new OpenOrders(references);
    restored.restore(orders.toColumns());

    expect([0, 1, 2].map((row) => restored.peekAt(row).row())).toEqual(expected);
    expect([restored.size, restored.peek(30)?.slot]).toEqual([3, 2]);
    restored.place(createOrder(40, { expireDate: '2026-12-20' }), 3);
    restored.settle();
    expect([...restored.values()].map(({ terms }) => terms.expireDate)).toEqual(
      ['10', '20', '30', '20'].map((day) => `2026-12-${day}`),
    );
  });
});
