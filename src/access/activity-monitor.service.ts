import { Injectable } from '@nestjs/common';

/**
 * Whether the service is in use: it has received a request lately, or a stream is open. For work that is only worth doing while
 * its result may be read, without a dependency on who reads it.
 */
@Injectable()
export class ActivityMonitorService {
  private lastRequestAt = -Infinity;
  private hasOpenStreams: () => boolean = () => false;
  private readonly requestListeners: (() => void)[] = [];

  /** Called with every request, so it does next to nothing. */
  recordRequest(now: number): void {
    this.lastRequestAt = now;
    for (const listener of this.requestListeners) listener();
  }

  /** A stream makes no further requests: as long as this returns true, the service is in use. */
  setOpenStreamCheck(hasOpenStreams: () => boolean): void {
    this.hasOpenStreams = hasOpenStreams;
  }

  /** Called on every request. */
  onRequest(listener: () => void): void {
    this.requestListeners.push(listener);
  }

  /** Times are those of `performance.now`, which nobody sets. */
  isActive(now: number, withinMs: number): boolean {
    return now - this.lastRequestAt < withinMs || this.hasOpenStreams();
  }
}
