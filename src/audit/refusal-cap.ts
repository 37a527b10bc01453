import { BoundedMap } from '../access/bounded-map.js';
import { toNetwork } from '../http/network.js';

/** The most denied requests of one address that are logged in a minute. Typing errors do not reach it. */
const WRITTEN_MAX = 60;
const WINDOW_MS = 60_000;
const ADDRESSES_MAX = 10_000;

type RefusalWindow = { readonly since: number; count: number };

/**
 * Limits the logging of denied requests, so that no client can fill the disk. Beyond the limit, an address gets one summary entry
 * and no further entries until the minute is over. Counts in memory in fixed windows, without a timer.
 */
export class RefusalCap {
  /** The count of an evicted address starts again at 0. */
  private readonly windows = new BoundedMap<string, RefusalWindow>(ADDRESSES_MAX);

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Decides how the current denied request is logged. */
  judge(address: string): 'write' | 'summarize' | 'leave out' {
    const { count } = this.findWindow(toNetwork(address));
    if (count <= WRITTEN_MAX) return 'write';
    return count === WRITTEN_MAX + 1 ? 'summarize' : 'leave out';
  }

  private findWindow(network: string): RefusalWindow {
    const now = this.now();
    const known = this.windows.get(network);
    const window = known && now - known.since < WINDOW_MS ? known : { since: now, count: 0 };
    window.count++;
    if (window !== known) this.windows.set(network, window);
    return window;
  }
}
