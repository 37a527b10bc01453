import { RecentDurations } from './metrics.js';

describe('RecentDurations', () => {
  it('returns null at first', () => {
    expect(new RecentDurations().summarize()).toBeNull();
  });

  it('returns median, 99th percentile and maximum', () => {
    const durations = new RecentDurations();
    for (let milliseconds = 100; milliseconds > 0; milliseconds--) durations.record(milliseconds);

    expect(durations.summarize()).toEqual({ count: 100, p50: 51, p99: 100, max: 100, lastingP99: null });
  });

  it('calls lasting what both halves of the recent durations have', () => {
    const durations = new RecentDurations();
    for (let n = 0; n < 1024; n++) durations.record(n < 100 ? 200 : 1);
    expect(durations.summarize()).toMatchObject({ p99: 200, lastingP99: 1 });
    for (let n = 0; n < 100; n++) durations.record(150);
    expect(durations.summarize()).toMatchObject({ p99: 150, lastingP99: 1 });
    for (let n = 0; n < 500; n++) durations.record(n < 100 ? 150 : 1);
    expect(durations.summarize()).toMatchObject({ lastingP99: 150 });
  });

  it('finds the 99th percentile of the latest', () => {
    const durations = new RecentDurations();
    for (const milliseconds of [900, 5, 7]) durations.record(milliseconds);

    expect([0, 1, 2, 3].map((before) => durations.findP99After(before))).toEqual([900, 7, 7, null]);
    for (let more = 0; more < 2000; more++) durations.record(1);
    expect(durations.findP99After(0)).toBe(1);
  });

  it('forgets old durations but counts them', () => {
    const durations = new RecentDurations();
    durations.record(5000);
    for (let more = 0; more < 1024; more++) durations.record(1);

    expect(durations.summarize()).toEqual({ count: 1025, p50: 1, p99: 1, max: 1, lastingP99: 1 });
  });
});
