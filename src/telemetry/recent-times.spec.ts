import { RecentTimes } from './recent-times.js';

describe('how long the last things took', () => {
  it('is nothing before the first', () => {
    expect(new RecentTimes().taken()).toBeNull();
  });

  it('is told by the middle, the slow and the slowest', () => {
    const times = new RecentTimes();
    for (let milliseconds = 100; milliseconds > 0; milliseconds--) times.note(milliseconds);

    expect(times.taken()).toEqual({ count: 100, recent: 100, p50: 51, p99: 100, max: 100 });
  });

  it('forgets what was slow long ago, and counts it', () => {
    const times = new RecentTimes();
    times.note(5000);
    for (let more = 0; more < 1024; more++) times.note(1);

    expect(times.taken()).toEqual({ count: 1025, recent: 1024, p50: 1, p99: 1, max: 1 });
  });
});
