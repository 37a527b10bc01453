import type { AlertDirection } from '../alert-terms.js';
import { PriceIndex } from './price-index.js';

let ids = 0;
const alert = (direction: AlertDirection, price: string, repeat = false) => ({ id: ++ids, direction, price, repeat });
const listIds = (alerts: readonly Readonly<{ id: number }>[]): number[] => alerts.map(({ id }) => id).sort();

describe('PriceIndex', () => {
  it('gives the alerts that a price reaches, each once, and leaves the others', () => {
    const index = new PriceIndex<ReturnType<typeof alert>>(2);
    const above = ['101', '100.25', '103.5', '100.25'].map((price) => alert('Above', price));
    const below = ['99', '98.5', '99.75'].map((price) => alert('Below', price));
    for (const one of [...above, ...below]) index.add(one);

    expect(index.take(10_000)).toEqual([]);
    expect(listIds(index.take(10_100))).toEqual(listIds([...above.slice(0, 2), ...above.slice(3)]));
    expect(index.take(10_100)).toEqual([]);
    expect(listIds(index.take(9_900))).toEqual(listIds([below[0], below[2]].flatMap((one) => one ?? [])));
    expect(index.size).toBe(2);
  });

  it('agrees with a comparison of every alert for random prices', () => {
    const index = new PriceIndex<ReturnType<typeof alert>>(0);
    let waiting = Array.from({ length: 300 }, (_, n) =>
      alert(n % 2 === 0 ? 'Above' : 'Below', String((n * 7919) % 1000)),
    );
    for (const one of waiting) index.add(one);
    for (let step = 1; step <= 40; step++) {
      const price = (step * 104_729) % 1000;
      const isReached = ({ direction, price: at }: (typeof waiting)[number]): boolean =>
        direction === 'Above' ? price >= Number(at) : price <= Number(at);

      expect(listIds(index.take(price))).toEqual(listIds(waiting.filter(isReached)));
      waiting = waiting.filter((one) => !isReached(one));
      expect(index.size).toBe(waiting.length);
    }
  });

  it('triggers a repeating alert again only after the price has come back', () => {
    const index = new PriceIndex<ReturnType<typeof alert>>(0);
    const repeating = alert('Above', '100', true);
    index.add(repeating);

    expect([100, 101, 100, 99, 99, 100, 102].map((price) => index.take(price).length)).toEqual([1, 0, 0, 0, 0, 1, 0]);
    expect(index.size).toBe(1);
  });

  it('waits for the price to come back where an alert is added as triggered', () => {
    const index = new PriceIndex<ReturnType<typeof alert>>(0);
    index.add(alert('Below', '100', true), true);

    expect([99, 101, 100].map((price) => index.take(price).length)).toEqual([0, 0, 1]);
  });

  it('is exact where a price has more decimals than the market', () => {
    const index = new PriceIndex<ReturnType<typeof alert>>(1);
    index.add(alert('Above', '0.25'));
    index.add(alert('Below', '-0.25'));

    expect([2, -2, 3, -3].map((units) => index.take(units).length)).toEqual([0, 0, 1, 1]);
  });

  it('removes an alert in either state', () => {
    const index = new PriceIndex<ReturnType<typeof alert>>(0);
    const [armed, triggered] = [alert('Above', '1'), alert('Above', '1', true)];
    index.add(armed);
    index.add(triggered, true);
    index.remove(armed.id);
    index.remove(triggered.id);

    expect(index.size).toBe(0);
  });
});
