import { SeededRandom } from './random-walk.js';
import {
  type Amendment,
  planAmendments,
  estimateBid,
  buildLadder,
  type Quote,
  type WorkingQuote,
} from './quote-ladder.js';

const sizes = { step: 25, lot: 10, maxQuantity: 2000, lowest: 25 };
const buildTestLadder = (bid: number): Quote[] => buildLadder(bid, sizes);

/** A book of the maker alone: what becomes of its orders, and whether they ever cross on the way. */
function createBook(quotes: readonly Quote[]) {
  let last = 0;
  const orders = new Map<number, WorkingQuote>(
    quotes.map(({ side, price, quantity }) => [++last, { orderId: last, side, price, leaves: quantity, filled: 0 }]),
  );
  const best = (side: 'Buy' | 'Sell'): number => {
    const prices = [...orders.values()].filter((order) => order.side === side).map(({ price }) => price);
    return side === 'Buy' ? Math.max(-Infinity, ...prices) : Math.min(Infinity, ...prices);
  };
  return {
    orders: () => [...orders.values()],
    shown: () => [...orders.values()].map(({ side, price, leaves }) => `${side} ${leaves} at ${price}`).sort(),
    fill(orderId: number, quantity: number): void {
      const order = orders.get(orderId);
      if (order !== undefined && order.leaves > quantity)
        orders.set(orderId, { ...order, leaves: order.leaves - quantity, filled: order.filled + quantity });
      else orders.delete(orderId);
    },
    execute: (all: readonly Amendment[]): void => {
      for (const amendment of all) {
        if (amendment.kind === 'cancel') orders.delete(amendment.orderId);
        else if (amendment.kind === 'submit')
          orders.set(++last, {
            orderId: last,
            side: amendment.quote.side,
            price: amendment.quote.price,
            leaves: amendment.quote.quantity,
            filled: 0,
          });
        else {
          const order = orders.get(amendment.orderId) as WorkingQuote;
          orders.set(order.orderId, {
            ...order,
            price: amendment.price ?? order.price,
            leaves: amendment.total - order.filled,
          });
        }
        if (best('Buy') >= best('Sell')) throw new Error(`The maker meets itself: ${JSON.stringify(amendment)}`);
      }
    },
  };
}

const formatQuotes = (quotes: readonly Quote[]): string[] =>
  quotes.map(({ side, price, quantity }) => `${side} ${quantity} at ${price}`).sort();

describe('quote ladder', () => {
  it('has four bids and four offers one tick apart, with sizes by price', () => {
    expect(buildTestLadder(1000).map(({ side, price }) => `${side} ${price}`)).toEqual([
      'Buy 1000',
      'Sell 1025',
      'Buy 975',
      'Sell 1050',
      'Buy 950',
      'Sell 1075',
      'Buy 925',
      'Sell 1100',
    ]);
    expect(buildTestLadder(1000).every(({ quantity }) => [10, 20, 30].includes(quantity))).toBe(true);
    expect(buildTestLadder(1025).filter(({ price, side }) => price === 1000 && side === 'Buy')).toEqual(
      buildTestLadder(1000).filter(({ price }) => price === 1000),
    );
    expect(buildLadder(50, sizes).filter(({ side }) => side === 'Buy')).toHaveLength(2);
    expect(buildLadder(1000, { ...sizes, maxQuantity: 15 }).every(({ quantity }) => quantity <= 15)).toBe(true);
  });

  it('moves by one tick with two commands, the yielding side first', () => {
    const { orders, shown: now, execute } = createBook(buildTestLadder(1000));
    const up = planAmendments(buildTestLadder(1025), orders(), 2000);
    expect(up).toEqual([
      { kind: 'change', orderId: 2, price: 1125, total: expect.any(Number) },
      { kind: 'change', orderId: 7, price: 1025, total: expect.any(Number) },
    ]);
    execute(up);
    expect(now().map((line) => line.replace(/ \d+ at/, ''))).toEqual(
      formatQuotes(buildTestLadder(1025)).map((line) => line.replace(/ \d+ at/, '')),
    );
    expect(planAmendments(buildTestLadder(1025), orders(), 2000)).toEqual([]);
  });

  it('is correct after any walk and any trades, and never crosses meanwhile', () => {
    const dice = new SeededRandom(20_261_122);
    const makerBook = createBook(buildTestLadder(1000));
    let bid = 1000;
    for (let turn = 0; turn < 2000; turn++) {
      for (const { orderId } of makerBook.orders())
        if (dice.next() < 0.1) makerBook.fill(orderId, 1 + dice.nextBelow(40));
      bid = Math.max(25, bid + (dice.nextBelow(9) - 4) * 25);
      const quotes = buildTestLadder(bid);
      makerBook.execute(planAmendments(quotes, makerBook.orders(), 100));
      expect(
        makerBook
          .orders()
          .map(({ side, price }) => `${side} ${price}`)
          .sort(),
      ).toEqual(quotes.map(({ side, price }) => `${side} ${price}`).sort());
      for (const { price, side, leaves, filled } of makerBook.orders()) {
        expect(leaves + filled).toBeLessThanOrEqual(100);
        expect(leaves).toBeGreaterThanOrEqual(
          (quotes.find((quote) => quote.side === side && quote.price === price)?.quantity ?? 0) / 2,
        );
      }
    }
  });

  it('shifts toward the side with more left, one tick for every second missing level', () => {
    const findBid = (filledIds: readonly number[]) =>
      estimateBid(
        createBook(buildTestLadder(1000))
          .orders()
          .filter(({ orderId }) => !filledIds.includes(orderId)),
        { step: 25, lowest: 25 },
      );
    const [bids, asks] = [
      [1, 3, 5, 7],
      [2, 4, 6, 8],
    ];
    expect([findBid([]), findBid([2]), findBid([2, 4]), findBid(asks)]).toEqual([1000, 1000, 1025, 1050]);
    expect([findBid([1]), findBid([1, 3]), findBid(bids), findBid([...bids, ...asks])]).toEqual([1000, 975, 950, null]);
    const onFloor = createBook(buildTestLadder(25)).orders();
    expect(estimateBid(onFloor, { step: 25, lowest: 25 })).toBe(25);
  });
});
