import { Injectable } from '@nestjs/common';

/**
 * Whether anybody is there at all: has asked for something lately, or keeps a stream open. For work that is only worth doing while
 * somebody looks, without its having to know what there is to look at.
 */
@Injectable()
export class ActivityMonitorService {
  private lastSeen = -Infinity;
  private stays: () => boolean = () => false;
  private readonly greeters: (() => void)[] = [];

  /** Somebody has asked for something. Called with every request, so it does next to nothing. */
  see(now: number): void {
    this.lastSeen = now;
    for (const greet of this.greeters) greet();
  }

  /** Who listens without asking anything more: as long as this says so, somebody is there. */
  countAlso(stays: () => boolean): void {
    this.stays = stays;
  }

  /** Called whenever somebody asks for something. */
  greetBy(greet: () => void): void {
    this.greeters.push(greet);
  }

  /** Times are those of `performance.now`, which nobody sets. */
  isHere(now: number, withinMs: number): boolean {
    return now - this.lastSeen < withinMs || this.stays();
  }
}
