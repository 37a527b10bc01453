import {
  describeCancellation,
  describeModification,
  describeOrderStatus,
  omitGeneratedReference,
} from './order-text.js';

const order = {
  id: 812,
  side: 'Buy',
  quantity: 5,
  filled_quantity: 0,
  leaves_quantity: 5,
  limit_price: 4500.25,
  stop_price: null,
  average_price: null,
  state: 'New',
  cancel_reason: null,
} as const;
const filledFields = (filled: number) => ({
  filled_quantity: filled,
  leaves_quantity: 5 - filled,
  average_price: 4500.25,
});

const ESZ6 = { symbol: 'ESZ6', decimals: 2 };

describe('describeOrderStatus', () => {
  it.each([
    [{}, 'Order 812 is open: it buys 5 ESZ6 at 4500.25 or below.'],
    [{ ...filledFields(3), state: 'PartiallyFilled' }, 'Order 812: bought 3 ESZ6 at 4500.25, 2 remaining.'],
    [{ ...filledFields(4), state: 'PartiallyFilled' }, 'Order 812: bought 4 ESZ6 at 4500.25, 1 remaining.'],
    [{ ...filledFields(5), state: 'Filled' }, 'Order 812: bought 5 ESZ6 at 4500.25. It is complete.'],
    [
      { side: 'Sell', state: 'PendingTrigger', stop_price: 4490, limit_price: null },
      'Order 812 waits: it sells 5 ESZ6 once the market trades at 4490.00 or below.',
    ],
    [
      { state: 'PendingTrigger', stop_price: 4510 },
      'Order 812 waits: it buys 5 ESZ6 once the market trades at 4510.00 or above, at 4500.25 or below.',
    ],
    [
      { state: 'Cancelled', cancel_reason: 'no_liquidity', leaves_quantity: 0 },
      'Order 812 bought nothing and is canceled: no orders were left to trade with.',
    ],
    [
      { ...filledFields(3), state: 'Cancelled', cancel_reason: 'immediate_or_cancel' },
      'Order 812: bought 3 ESZ6 at 4500.25; the other 2 are canceled: no more was available at this price.',
    ],
    [
      { ...filledFields(4), state: 'Expired' },
      'Order 812: bought 4 ESZ6 at 4500.25; the other 1 has expired: its time in force ended.',
    ],
    [{ state: 'Rejected', leaves_quantity: 0 }, 'Order 812 was not accepted, and bought nothing.'],
  ] as const)('%j: %s', (more, words) => {
    expect(describeOrderStatus({ ...order, ...more }, ESZ6)).toBe(words);
  });

  it('describes the result of a cancellation and a modification', () => {
    expect(describeCancellation({ ...order, state: 'Cancelled', cancel_reason: 'requested' }, ESZ6)).toBe(
      'Order 812 is canceled. Nothing was bought.',
    );
    expect(describeCancellation({ ...order, ...filledFields(3) }, { symbol: null, decimals: 2 })).toBe(
      'Order 812 is canceled. 3 were bought at 4500.25 before; the remaining 2 are canceled.',
    );
    expect(describeModification(order, ESZ6, 0)).toBe('Order 812 is modified: it now buys 5 ESZ6 at 4500.25 or below.');
    expect(describeModification({ ...order, ...filledFields(5), state: 'Filled' }, ESZ6, 0)).toBe(
      'Order 812 is modified and complete: 5 ESZ6 were bought.',
    );
    expect(describeModification({ ...order, ...filledFields(2), state: 'PartiallyFilled' }, ESZ6, 2)).toBe(
      'Order 812 is modified, and 2 ESZ6 were bought at once. Order 812: bought 2 ESZ6 at 4500.25, 3 remaining.',
    );
  });
});

describe('omitGeneratedReference', () => {
  it.each([
    ['web-0123456789abcdef', null],
    ['web-da7d32016dc5-21', null],
    ['web-da7d32016dc5', 'web-da7d32016dc5'],
    ['web-order-21', 'web-order-21'],
    ['mine', 'mine'],
    [null, null],
  ])('of %j shows %j', (reference, shown) => {
    expect(omitGeneratedReference(reference)).toBe(shown);
  });
});
