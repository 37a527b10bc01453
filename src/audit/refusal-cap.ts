import { BoundedMap } from '../http/bounded-map.js';
import { toNetwork } from '../http/network.js';

/** How many refusals of one address are written down in a minute. People who mistype never get there. */
const WRITTEN_MAX = 60;
const WINDOW_MS = 60_000;
const ADDRESSES_MAX = 10_000;

type Window = { readonly since: number; count: number };

/**
 * Every refusal is written down, but nobody may fill the disk with refusals: beyond some in a minute an address gets one entry
 * that says so, and none until the minute is over. Counted in windows, in memory, without a timer.
 */
export class RefusalCap {
  /** Whoever is forgotten may be written down again a little early. */
  private readonly windows = new BoundedMap<string, Window>(ADDRESSES_MAX);

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** What becomes of the refusal that is at hand. */
  judge(address: string): 'write' | 'summarise' | 'leave out' {
    const { count } = this.windowOf(toNetwork(address));
    if (count <= WRITTEN_MAX) return 'write';
    return count === WRITTEN_MAX + 1 ? 'summarise' : 'leave out';
  }

  private windowOf(network: string): Window {
    const now = this.now();
    const known = this.windows.get(network);
    const window = known && now - known.since < WINDOW_MS ? known : { since: now, count: 0 };
    window.count++;
    if (window !== known) this.windows.set(network, window);
    return window;
  }
}
