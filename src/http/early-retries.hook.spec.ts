import { EarlyRetries } from './early-retries.hook.js';

describe('EarlyRetries', () => {
  it('detects a caller who retries before Retry-After, and no other caller', () => {
    const retries = new EarlyRetries();

    expect(retries.recordRejection('ada', 0, 2)).toBe(false);
    expect(retries.recordRejection('bob', 1_000, 2)).toBe(false);
    expect(retries.recordRejection('ada', 1_999, 1)).toBe(true);
    expect(retries.recordRejection('ada', 2_999, 1)).toBe(false);
  });

  it('forgets the oldest rejections beyond its limit', () => {
    const retries = new EarlyRetries();
    for (let caller = 0; caller <= 10_000; caller++) retries.recordRejection(String(caller), 0, 10);

    expect(retries.recordRejection('1', 0, 10)).toBe(true);
    expect(retries.recordRejection('0', 0, 10)).toBe(false);
  });
});
