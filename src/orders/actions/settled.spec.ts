import { settle, waitForAll } from './settled.js';

describe('settle', () => {
  const reason = new Error('cannot be read');

  it('says at once what is there, and later what is not', async () => {
    expect(settle(() => 1)).toEqual({ status: 'fulfilled', value: 1 });
    expect(
      settle((): number => {
        throw reason;
      }),
    ).toEqual({ status: 'rejected', reason });
    await expect(settle(() => Promise.resolve(1))).resolves.toEqual({ status: 'fulfilled', value: 1 });
    await expect(settle(() => Promise.reject<number>(reason))).resolves.toEqual({ status: 'rejected', reason });
  });

  it('starts everything before it waits', async () => {
    const begun: number[] = [];
    const read = async (one: number): Promise<number> => {
      begun.push(one);
      await Promise.resolve();
      return one;
    };
    const values = waitForAll([settle(() => read(1)), settle(() => 2), settle(() => read(3))]);

    expect(begun).toEqual([1, 3]);
    expect((await values).map((one) => one.status === 'fulfilled' && one.value)).toEqual([1, 2, 3]);
  });
});

describe('waitForAll', () => {
  it('says at once what is there, and waits for all if one is not', async () => {
    expect(waitForAll([1, 2])).toEqual([1, 2]);
    await expect(waitForAll([1, Promise.resolve(2), 3])).resolves.toEqual([1, 2, 3]);
  });

  it('rejects if one of them rejects, also behind one that never comes', async () => {
    const never = new Promise<number>(() => undefined);
    await expect(waitForAll([never, Promise.reject<number>(new Error('lost'))])).rejects.toThrow('lost');
  });
});
