/**
 * Many queues: steps of one queue run one after another, and queues run side by side, up to a limit per group and in
 * total. Queues take turns step by step, so that a long queue does not block its group. Invariant: at most one step per
 * queue runs. A queue that is woken while its step runs takes another one afterwards.
 */
import { runOutsideRequest } from '../../database/unit-of-work.js';

/** What follows a step: the next one at once, the next one at a time, or none until woken. */
export type NextRun = 'again' | 'idle' | Readonly<{ at: number }>;

type QueueId = Readonly<{ group: number; member: number }>;

type QueueLimits = Readonly<{
  perGroup: number;
  inAll: number;
  step: (group: number, member: number) => Promise<NextRun>;
}>;

type QueueState = {
  lane: QueueId;
  is: 'waiting' | 'running' | 'resting';
  isWoken: boolean;
  timer: NodeJS.Timeout | null;
};

export class DeliveryQueues {
  private readonly lanes = new Map<string, QueueState>();
  private queue: QueueState[] = [];
  private readonly busy = new Map<number, number>();
  private running = 0;
  private isOver = false;
  private quiet: (() => void)[] = [];

  constructor(private readonly terms: QueueLimits) {}

  /** The number of queues with work or a timer. */
  get size(): number {
    return this.lanes.size;
  }

  wake(group: number, member: number): void {
    if (this.isOver) return;
    const name = `${group} ${member}`;
    const state = this.lanes.get(name) ?? { lane: { group, member }, is: 'resting', isWoken: false, timer: null };
    this.lanes.set(name, state);
    if (state.is === 'running') state.isWoken = true;
    if (state.is === 'resting') this.enqueue(state);
    this.pump();
  }

  /** Starts nothing new; resolves when nothing runs any more. */
  end(): Promise<void> {
    this.isOver = true;
    this.queue = [];
    for (const { timer } of this.lanes.values()) if (timer) clearTimeout(timer);
    return this.running === 0 ? Promise.resolve() : new Promise((resolve) => this.quiet.push(resolve));
  }

  private enqueue(state: QueueState): void {
    if (state.timer) clearTimeout(state.timer);
    state.timer = null;
    state.is = 'waiting';
    this.queue.push(state);
  }

  private pump(): void {
    if (this.isOver || this.queue.length === 0) return;
    const left: QueueState[] = [];
    for (const state of this.queue) {
      const isFree = this.running < this.terms.inAll && (this.busy.get(state.lane.group) ?? 0) < this.terms.perGroup;
      if (isFree) this.begin(state);
      else left.push(state);
    }
    this.queue = left;
  }

  private begin(state: QueueState): void {
    const { group, member } = state.lane;
    state.is = 'running';
    state.isWoken = false;
    this.running++;
    this.busy.set(group, (this.busy.get(group) ?? 0) + 1);
    void this.terms.step(group, member).then((next) => this.settle(state, next));
  }

  private settle(state: QueueState, next: NextRun): void {
    const { group, member } = state.lane;
    this.running--;
    const busy = (this.busy.get(group) ?? 1) - 1;
    if (busy === 0) this.busy.delete(group);
    else this.busy.set(group, busy);
    if (this.isOver) {
      if (this.running === 0) for (const tell of this.quiet) tell();
      return;
    }
    if (next === 'again' || state.isWoken) this.enqueue(state);
    else if (next === 'idle') this.lanes.delete(`${group} ${member}`);
    else this.rest(state, next.at);
    this.pump();
  }

  private rest(state: QueueState, at: number): void {
    state.is = 'resting';
    const continueQueues = (): void => {
      this.enqueue(state);
      this.pump();
    };
    state.timer = runOutsideRequest(() => setTimeout(continueQueues, Math.max(0, at - Date.now())));
    state.timer.unref();
  }
}
