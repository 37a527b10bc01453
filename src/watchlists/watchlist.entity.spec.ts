import { Watchlist } from './watchlist.entity.js';
import { WatchlistFullError } from './watchlist-errors.js';
import { WATCHLIST_INSTRUMENTS_MAX } from './watchlist-limits.js';

describe('Watchlist', () => {
  it('keeps the order of its instruments, and each of them once', () => {
    const list = new Watchlist(1, 'Metals', [30, 10, 30]);

    list.add(20);
    list.add(10);
    list.move(20, -1);
    list.remove(30);

    expect(list.instrumentIds).toEqual([20, 10]);
  });

  it('rejects more instruments than a list may have, and stays as it was', () => {
    const full = Array.from({ length: WATCHLIST_INSTRUMENTS_MAX }, (_, index) => index + 1);
    const list = new Watchlist(1, 'Metals', full);

    expect(() => list.add(1)).not.toThrow();
    expect(() => list.add(1000)).toThrow(WatchlistFullError);
    expect(list.instrumentIds).toEqual(full);
  });
});
