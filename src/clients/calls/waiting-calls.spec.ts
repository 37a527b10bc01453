import { KEPT_CALLS, WaitingCalls } from './waiting-calls.js';

const call = (at: number) => ({
  at,
  requestId: `r${at}`,
  method: 'GET',
  route: '/orders',
  url: '/orders',
  status: 200,
  milliseconds: 1,
  code: null,
});
const proven = (clientId: string) => ({ clientId, isProven: true });

describe('WaitingCalls', () => {
  it('returns each request once, oldest first, for every caller', () => {
    const waiting = new WaitingCalls();
    waiting.add(call(3), proven('a'));
    waiting.add(call(1), { tokenDigest: 'd' });
    waiting.add(call(2), { clientId: 'b', isProven: false });

    expect(waiting.take().map((one) => one.call.at)).toEqual([1, 2, 3]);
    expect([waiting.take(), waiting.size]).toEqual([[], 0]);
  });

  it('keeps the last requests of a key', () => {
    const waiting = new WaitingCalls();
    for (let at = 0; at < 1000; at++) waiting.add(call(at), proven('busy'));
    waiting.add(call(5000), proven('quiet'));

    expect(waiting.size).toBe(KEPT_CALLS + 1);
    expect(waiting.take().map((one) => one.call.at)).toEqual([
      ...Array.from({ length: KEPT_CALLS }, (_, at) => 1000 - KEPT_CALLS + at),
      5000,
    ]);
  });

  it('is bounded for invented names and for many keys', () => {
    const waiting = new WaitingCalls();
    for (let at = 0; at < 5000; at++) waiting.add(call(at), { clientId: `made up ${at}`, isProven: false });
    expect(waiting.size).toBe(1000);
    for (let at = 0; at < 50_000; at++) waiting.add(call(at), proven(`key ${at % 500}`));

    expect(waiting.size).toBe(11_000);
  });
});
