import { KeyedRequestsBusy } from './idempotency-errors.js';
import { Semaphore } from './semaphore.js';

describe('Semaphore', () => {
  it('lets so many in at once, and the next one when a place is given back, in the order in which they came', async () => {
    const semaphore = new Semaphore(1, 1_000);
    const entered: string[] = [];
    const leave = await semaphore.enter();
    const second = semaphore.enter().then((left) => (entered.push('second'), left));
    const third = semaphore.enter().then((left) => (entered.push('third'), left));
    await Promise.resolve();
    expect(entered).toEqual([]);

    leave();
    leave();
    (await second)();
    (await third)();

    expect(entered).toEqual(['second', 'third']);
  });

  it('rejects with keyed_requests_busy after the time that a request may wait', async () => {
    const semaphore = new Semaphore(1, 20);
    const leave = await semaphore.enter();

    await expect(semaphore.enter()).rejects.toBeInstanceOf(KeyedRequestsBusy);
    leave();

    expect(typeof (await semaphore.enter())).toBe('function');
  });
});
