import { RefusalCap } from './refusal-cap.js';

describe('RefusalCap', () => {
  it('admits 60 entries a minute, then one summary, then none until the minute is over', () => {
    let now = 0;
    const cap = new RefusalCap(() => now);
    const judged = Array.from({ length: 100 }, () => cap.judge('192.0.2.7'));

    expect(judged.filter((what) => what === 'write')).toHaveLength(60);
    expect(judged.indexOf('summarize')).toBe(60);
    expect(judged.filter((what) => what === 'summarize')).toHaveLength(1);
    now = 59_999;
    expect(cap.judge('192.0.2.7')).toBe('leave out');
    now = 60_000;
    expect(cap.judge('192.0.2.7')).toBe('write');
  });

  it('counts each IPv4 address and each IPv6 /64 network separately', () => {
    const cap = new RefusalCap(() => 0);
    for (let count = 0; count < 61; count++) cap.judge(`2001:db8::${count.toString(16)}`);

    expect(cap.judge('2001:db8::ffff')).toBe('leave out');
    expect(cap.judge('2001:db8:0:1::1')).toBe('write');
    expect(cap.judge('192.0.2.8')).toBe('write');
  });

  it('forgets the oldest address when there are more than 10,000', () => {
    const cap = new RefusalCap(() => 0);
    for (let count = 0; count < 62; count++) cap.judge('192.0.2.7');
    for (let count = 0; count < 10_000; count++) cap.judge(`10.${count >> 8}.${count & 255}.1`);

    expect(cap.judge('192.0.2.7')).toBe('write');
  });
});
