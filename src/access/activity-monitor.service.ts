import { Injectable } from '@nestjs/common';

/**
 * Whether anybody is there at all: has asked for something lately, or keeps a stream open. For work that is only worth doing while
 * somebody looks, without its having to know what there is to look at.
 */
@Injectable()
export class ActivityMonitorService {
  private lastRequestAt = -Infinity;
  private hasOpenStreams: () => boolean = () => false;
  private readonly requestListeners: (() => void)[] = [];

  /** Somebody has asked for something. Called with every request, so it does next to nothing. */
  recordRequest(now: number): void {
    this.lastRequestAt = now;
    for (const listener of this.requestListeners) listener();
  }

  /** Who listens without asking anything more: as long as this says so, somebody is there. */
  setOpenStreamCheck(hasOpenStreams: () => boolean): void {
    this.hasOpenStreams = hasOpenStreams;
  }

  /** Called whenever somebody asks for something. */
  onRequest(listener: () => void): void {
    this.requestListeners.push(listener);
  }

  /** Times are those of `performance.now`, which nobody sets. */
  isActive(now: number, withinMs: number): boolean {
    return now - this.lastRequestAt < withinMs || this.hasOpenStreams();
  }
}
