import { RefusalCap } from './refusal-cap.js';

describe('RefusalCap', () => {
  it('lets sixty a minute through, then says once that more were left out', () => {
    let now = 0;
    const cap = new RefusalCap(() => now);
    const judged = Array.from({ length: 100 }, () => cap.judge('192.0.2.7'));

    expect(judged.filter((what) => what === 'write')).toHaveLength(60);
    expect(judged.indexOf('summarise')).toBe(60);
    expect(judged.filter((what) => what === 'summarise')).toHaveLength(1);
    now = 59_999;
    expect(cap.judge('192.0.2.7')).toBe('leave out');
    now = 60_000;
    expect(cap.judge('192.0.2.7')).toBe('write');
  });

  it('counts each address for itself, and a /64 as one', () => {
    const cap = new RefusalCap(() => 0);
    for (let count = 0; count < 61; count++) cap.judge(`2001:db8::${count.toString(16)}`);

    expect(cap.judge('2001:db8::ffff')).toBe('leave out');
    expect(cap.judge('2001:db8:0:1::1')).toBe('write');
    expect(cap.judge('192.0.2.8')).toBe('write');
  });

  it('forgets the oldest where there are too many', () => {
    const cap = new RefusalCap(() => 0);
    for (let count = 0; count < 62; count++) cap.judge('192.0.2.7');
    for (let count = 0; count < 10_000; count++) cap.judge(`10.${count >> 8}.${count & 255}.1`);

    expect(cap.judge('192.0.2.7')).toBe('write');
  });
});
