/**
 * Time that passes only when the simulation lets it: timers fire one after another in the order of their times, and behind each
 * one everything happens that it made ready. So the same run gives the same order of events every time.
 */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

type PauseOptions = Readonly<{ ref?: boolean; signal?: AbortSignal }>;

class FakeTimer {
  isCancelled = false;

  constructor(
    readonly at: number,
    readonly order: number,
    readonly fire: () => void,
  ) {}

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

const real = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  setImmediate: globalThis.setImmediate,
};
const realPause = timers.setTimeout;
const realDateNow = Date.now;
const realPerformanceNow = performance.now.bind(performance);

const READINGS_MAX = 10_000;

/** The wall clock of every run begins here. */
export const START = Date.parse('2026-01-05T09:00:00Z');

export class FakeClock {
  private time = 0;
  private created = 0;
  private readings = 0;
  /** A binary heap: the next timer is the first. */
  private readonly heap: FakeTimer[] = [];

  get now(): number {
    return this.time;
  }

  /** Replaces the clocks and timers of this process. Returns what puts them back. */
  install(): () => void {
    const set = (fire: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): FakeTimer =>
      this.add(Math.max(0, ms), () => fire(...args));
    const clear = (timer: FakeTimer | undefined): void => {
      if (timer !== undefined) timer.isCancelled = true;
    };
    Object.assign(globalThis, {
      ...{ setTimeout: set, clearTimeout: clear, clearInterval: clear },
      setInterval: (fire: () => void, ms: number) => this.repeat(fire, Math.max(1, ms)),
      setImmediate: (fire: (...args: unknown[]) => void, ...args: unknown[]) => set(fire, 0, ...args),
    });
    Object.assign(timers, { setTimeout: this.pause });
    syncBuiltinESMExports();
    Date.now = () => START + this.time;
    performance.now = () => this.read();
    return () => {
      Object.assign(globalThis, real);
      Object.assign(timers, { setTimeout: realPause });
      syncBuiltinESMExports();
      Date.now = realDateNow;
      performance.now = realPerformanceNow;
    };
  }

  /** Lets time pass until the work is done, and at most this long. Returns whether it is done. */
  async runUntilDone(work: Promise<unknown>, withinMs: number): Promise<boolean> {
    const progress = { isDone: false };
    const finish = (): void => {
      progress.isDone = true;
    };
    work.then(finish, finish);
    const end = this.time + withinMs;
    await settle();
    while (!progress.isDone) {
      const next = this.takeNext(end);
      if (next === null) break;
      this.time = next.at;
      this.readings = 0;
      next.fire();
      await settle();
    }
    return progress.isDone;
  }

  private readonly pause = <Value>(ms = 0, value?: Value, { signal }: PauseOptions = {}): Promise<Value | undefined> =>
    new Promise((resolve, reject) => {
      const timer = this.add(ms, () => resolve(value));
      signal?.addEventListener('abort', () => {
        timer.isCancelled = true;
        reject(new Error('The pause was aborted.'));
      });
    });

  /** A loop that waits for time to pass without letting it pass would never end. */
  private read(): number {
    if (++this.readings > READINGS_MAX) throw new Error(`The clock was read ${READINGS_MAX} times at one moment.`);
    return this.time;
  }

  private repeat(fire: () => void, ms: number): FakeTimer {
    const handle = new FakeTimer(0, 0, fire);
    const again = (): void => {
      if (handle.isCancelled) return;
      fire();
      this.add(ms, again);
    };
    this.add(ms, again);
    return handle;
  }

  private add(ms: number, fire: () => void): FakeTimer {
    const timer = new FakeTimer(this.time + Math.ceil(ms), this.created++, fire);
    const { heap } = this;
    let at = heap.push(timer) - 1;
    for (let above = (at - 1) >> 1; at > 0 && isBefore(timer, heap[above]); above = (at - 1) >> 1) {
      heap[at] = heap[above] as FakeTimer;
      at = above;
    }
    heap[at] = timer;
    return timer;
  }

  private takeNext(end: number): FakeTimer | null {
    for (let [first] = this.heap; first !== undefined && first.at <= end; [first] = this.heap) {
      this.removeFirst();
      if (!first.isCancelled) return first;
    }
    return null;
  }

  private removeFirst(): void {
    const { heap } = this;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (let below = 1; below < heap.length; below = 2 * at + 1) {
      if (isBefore(heap[below + 1], heap[below])) below++;
      if (!isBefore(heap[below], last)) break;
      heap[at] = heap[below] as FakeTimer;
      at = below;
    }
    heap[at] = last;
  }
}

const isBefore = (one: FakeTimer | undefined, other: FakeTimer | undefined): boolean =>
  one !== undefined && other !== undefined && (one.at - other.at || one.order - other.order) < 0;

/** Runs everything that is ready: promises settle before the next turn of the real event loop. */
const settle = (): Promise<void> => new Promise((resolve) => real.setImmediate(resolve));
