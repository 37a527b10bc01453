import { Batches } from './batches.js';

/** Answers are given when the test says so. */
function slow() {
  const asked: number[][] = [];
  const answer: (() => void)[] = [];
  const batches = new Batches<number, string>((items) => {
    asked.push([...items]);
    return new Promise((resolve) => answer.push(() => resolve(items.map((item) => `answer ${item}`))));
  });
  return { asked, answer, batches };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('Batches', () => {
  it('asks at once, and together for what came together', async () => {
    const { asked, answer, batches } = slow();
    const given = Promise.all([batches.add(1), batches.add(2)]);
    await turn();

    expect(asked).toEqual([[1, 2]]);
    answer[0]?.();
    expect(await given).toEqual(['answer 1', 'answer 2']);
  });

  it('gathers while two statements are under way, and loses nobody', async () => {
    const { asked, answer, batches } = slow();
    const given: Promise<string>[] = [];
    for (const item of [1, 2, 3, 4, 5]) {
      given.push(batches.add(item));
      await turn();
    }
    expect(asked).toEqual([[1], [2]]);

    answer[1]?.();
    await turn();
    expect(asked).toEqual([[1], [2], [3, 4, 5]]);
    for (const one of answer) one();
    expect(await Promise.all(given)).toEqual([1, 2, 3, 4, 5].map((item) => `answer ${item}`));
  });

  it('asks for no more than 64 things in one statement', async () => {
    const { asked, answer, batches } = slow();
    const given = Promise.all(Array.from({ length: 150 }, (_, item) => batches.add(item)));
    for (let n = 0; n < 3; n++) {
      await turn();
      answer[n]?.();
    }

    expect((await given).at(-1)).toBe('answer 149');
    expect(asked.map(({ length }) => length)).toEqual([64, 64, 22]);
  });

  it('lets nobody suffer for what PostgreSQL refuses to another', async () => {
    const batches = new Batches<number, string>((items) =>
      items.includes(2)
        ? Promise.reject(Object.assign(new Error('refused'), { code: '23503' }))
        : Promise.resolve(items.map(String)),
    );
    const given = await Promise.allSettled([1, 2, 3].map((item) => batches.add(item)));

    expect(given.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('fails all of them when the database is gone, asks none of them again, and goes on', async () => {
    let asked = 0;
    const batches = new Batches<number, string>((items) => {
      asked++;
      return asked === 1
        ? Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNRESET' }))
        : Promise.resolve(items.map(String));
    });
    const given = await Promise.allSettled([batches.add(1), batches.add(2)]);

    expect([given.map(({ status }) => status), asked]).toEqual([['rejected', 'rejected'], 1]);
    expect(await batches.add(3)).toBe('3');
  });
});
