import { RecentDurations } from './metrics.js';

describe('RecentDurations', () => {
  it('returns null at first', () => {
    expect(new RecentDurations().summarize()).toBeNull();
  });

  it('returns median, 99th percentile and maximum', () => {
    const durations = new RecentDurations();
    for (let milliseconds = 100; milliseconds > 0; milliseconds--) durations.record(milliseconds);

    expect(durations.summarize()).toEqual({ count: 100, recent: 100, p50: 51, p99: 100, max: 100 });
  });

  it('forgets old durations but counts them', () => {
    const durations = new RecentDurations();
    durations.record(5000);
    for (let more = 0; more < 1024; more++) durations.record(1);

    expect(durations.summarize()).toEqual({ count: 1025, recent: 1024, p50: 1, p99: 1, max: 1 });
  });
});
