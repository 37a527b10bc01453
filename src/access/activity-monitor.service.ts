import { Injectable } from '@nestjs/common';
import { Hook } from './hook.js';

/**
 * Whether the service is in use: it has received a request lately, or a stream is open. For work that is only worth doing while
 * its result may be read, without a dependency on who reads it.
 */
@Injectable()
export class ActivityMonitorService {
  private lastRequestAt = -Infinity;
  /** A stream makes no further requests: as long as this returns true, the service is in use. */
  readonly openStreamCheck = Hook.required<() => boolean>();
  /** Called on every request. */
  readonly requestListeners = Hook.optional<() => void>();

  /** Called with every request, so it does next to nothing. */
  recordRequest(now: number): void {
    this.lastRequestAt = now;
    for (const listener of this.requestListeners.handlers) listener();
  }

  /** Times are those of `performance.now`, which nobody sets. */
  isActive(now: number, withinMs: number): boolean {
    return now - this.lastRequestAt < withinMs || this.openStreamCheck.handler();
  }
}
