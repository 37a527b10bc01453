import { IdempotentRequestsBusyError } from './idempotency-errors.js';
import { Semaphore } from './semaphore.js';

describe('Semaphore', () => {
  it('admits a limited number, then the next in order of arrival', async () => {
    const semaphore = new Semaphore(1, 1_000);
    const acquired: string[] = [];
    const release = await semaphore.acquire();
    const second = semaphore.acquire().then((releaseOwn) => (acquired.push('second'), releaseOwn));
    const third = semaphore.acquire().then((releaseOwn) => (acquired.push('third'), releaseOwn));
    await Promise.resolve();
    expect(acquired).toEqual([]);

    release();
    release();
    (await second)();
    (await third)();

    expect(acquired).toEqual(['second', 'third']);
  });

  it('rejects with keyed_requests_busy after the maximum wait', async () => {
    const semaphore = new Semaphore(1, 20);
    const release = await semaphore.acquire();

    await expect(semaphore.acquire()).rejects.toBeInstanceOf(IdempotentRequestsBusyError);
    release();

    expect(typeof (await semaphore.acquire())).toBe('function');
  });
});
