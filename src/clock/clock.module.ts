import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { HealthService } from '../health/health.service.js';
import { formatJump } from './jump-detector.js';
import { VenueClockService } from './venue-clock.service.js';

/** The time that the venue goes by. */
@Global()
@Module({ providers: [VenueClockService], exports: [VenueClockService] })
export class ClockModule implements OnModuleInit {
  constructor(
    private readonly health: HealthService,
    private readonly clock: VenueClockService,
  ) {}

  onModuleInit(): void {
    this.health.notices.register({
      name: 'clock',
      find: () => {
        const held = this.clock.findHeldJump();
        if (held === null) return null;
        return {
          state: 'held_back',
          note: `The clock of the machine jumped ${formatJump(held.aheadSeconds)}. The venue goes on at its own time until ${held.appliesAt}, or until the clock is right again.`,
        };
      },
    });
  }
}
