import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;

/** By how much the event loop is late. The process has one, however many applications a test opens. */
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();

/** The 99th percentile since the last `restartEventLoopDelay`. The histogram has the time between two looks; what exceeds the resolution is the delay. */
export const getEventLoopP99Ms = (): number =>
  delays.count === 0 ? 0 : Math.max(0, delays.percentile(99) / 1e6 - RESOLUTION_MS);

export function restartEventLoopDelay(): void {
  delays.reset();
}
