import { StatementBatcher } from './statement-batcher.js';

/** Answers are given when the test says so. */
function createSlowBatcher() {
  const executed: number[][] = [];
  const complete: (() => void)[] = [];
  const batcher = new StatementBatcher<number, string>((items) => {
    executed.push([...items]);
    return new Promise((resolve) => complete.push(() => resolve(items.map((item) => `answer ${item}`))));
  });
  return { batchesSent: executed, answer: complete, batches: batcher };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('StatementBatcher', () => {
  it('runs the first call at once and batches simultaneous ones', async () => {
    const { batchesSent, answer, batches: batcher } = createSlowBatcher();
    const pending = Promise.all([batcher.add(1), batcher.add(2)]);
    await nextTurn();

    expect(batchesSent).toEqual([[1, 2]]);
    answer[0]?.();
    expect(await pending).toEqual(['answer 1', 'answer 2']);
  });

  it('collects calls while two statements run, and answers all', async () => {
    const { batchesSent, answer, batches: batcher } = createSlowBatcher();
    const pending: Promise<string>[] = [];
    for (const item of [1, 2, 3, 4, 5]) {
      pending.push(batcher.add(item));
      await nextTurn();
    }
    expect(batchesSent).toEqual([[1], [2]]);

    answer[1]?.();
    await nextTurn();
    expect(batchesSent).toEqual([[1], [2], [3, 4, 5]]);
    for (const one of answer) one();
    expect(await Promise.all(pending)).toEqual([1, 2, 3, 4, 5].map((item) => `answer ${item}`));
  });

  it('puts at most 64 calls in one statement', async () => {
    const { batchesSent, answer, batches: batcher } = createSlowBatcher();
    const pending = Promise.all(Array.from({ length: 150 }, (_, item) => batcher.add(item)));
    for (let n = 0; n < 3; n++) {
      await nextTurn();
      answer[n]?.();
    }

    expect((await pending).at(-1)).toBe('answer 149');
    expect(batchesSent.map(({ length }) => length)).toEqual([64, 64, 22]);
  });

  it('fails only the call that PostgreSQL rejects', async () => {
    const batcher = new StatementBatcher<number, string>((items) =>
      items.includes(2)
        ? Promise.reject(Object.assign(new Error('refused'), { code: '23503' }))
        : Promise.resolve(items.map(String)),
    );
    const pending = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)));

    expect(pending.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('fails all calls of a batch on an outage without repeating them, and continues', async () => {
    let batchesSent = 0;
    const batcher = new StatementBatcher<number, string>((items) => {
      batchesSent++;
      return batchesSent === 1
        ? Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNRESET' }))
        : Promise.resolve(items.map(String));
    });
    const pending = await Promise.allSettled([batcher.add(1), batcher.add(2)]);

    expect([pending.map(({ status }) => status), batchesSent]).toEqual([['rejected', 'rejected'], 1]);
    expect(await batcher.add(3)).toBe('3');
  });
});
