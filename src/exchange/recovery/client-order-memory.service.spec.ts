import { setImmediate as nextTurn } from 'node:timers/promises';
import { RequestGenerations } from './client-order-memory.service.js';

const isResolved = async (promise: Promise<void>): Promise<boolean> => {
  let resolved = false;
  void promise.then(() => (resolved = true));
  await nextTurn();
  return resolved;
};

describe('RequestGenerations', () => {
  it('waits for the requests in progress and for no later one', async () => {
    const requests = new RequestGenerations();
    const [leaveFirst, leaveSecond] = [requests.enter(), requests.enter()];
    const done = requests.whenAllDone();
    requests.enter();
    leaveFirst();
    expect(await isResolved(done)).toBe(false);
    leaveSecond();
    expect(await isResolved(done)).toBe(true);
  });

  it('waits for requests of an earlier wait as well', async () => {
    const requests = new RequestGenerations();
    const leave = requests.enter();
    void requests.whenAllDone();
    const done = requests.whenAllDone();
    expect(await isResolved(done)).toBe(false);
    leave();
    expect(await isResolved(done)).toBe(true);
  });

  it('does not wait where nothing is in progress', async () => {
    const requests = new RequestGenerations();
    requests.enter()();
    expect(await isResolved(requests.whenAllDone())).toBe(true);
  });
});
