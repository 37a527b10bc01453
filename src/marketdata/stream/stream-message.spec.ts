import { ALL_SIDES } from './subscription.js';
import { getRequestCost, getMessageCost, splitIntoPortions, ITEMS_AT_ONCE, ITEMS_OF_STREAM } from './stream-message.js';

const ids = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);
const subscribe = (count: number, sides = ALL_SIDES, levels = 100) =>
  ({ type: 'subscribe', instrumentIds: ids(count), sides, levels, withStatus: false }) as const;

describe('cost of a stream message', () => {
  it('grows with instruments, sides and depth', () => {
    expect(getRequestCost(subscribe(1, ['Buy']), 0)).toBe(1);
    expect(getRequestCost(subscribe(20, ['Buy', 'Sell']), 0)).toBe(40);
    expect(getRequestCost(subscribe(20, ['Buy', 'SellDepth'], 10), 0)).toBe(60);
    expect(getRequestCost(subscribe(10), 0)).toBe(280);
    expect(getRequestCost({ type: 'unsubscribe_all' }, 1_000)).toBe(100);
    expect(getMessageCost(65_536)).toBeGreaterThan(10 * getMessageCost(100));
  });

  it('is below a stream’s budget for every permitted subscription', () => {
    const messages = Array.from(
      { length: 5 },
      (_, n) => getRequestCost(subscribe(200), 200 * (n + 1)) + getMessageCost(1_500),
    );

    expect(messages.reduce((sum, cost) => sum + cost)).toBeLessThan(ITEMS_OF_STREAM.capacity);
  });

  it('is paid in portions that add up in order', () => {
    const portions = splitIntoPortions(subscribe(200));

    expect(portions.flatMap(({ instrumentIds }) => instrumentIds)).toEqual(ids(200));
    expect(Math.max(...portions.map((one) => getRequestCost(one, 0)))).toBeLessThanOrEqual(ITEMS_AT_ONCE);
    expect(splitIntoPortions(subscribe(50, ['Buy']))).toHaveLength(1);
  });
});
