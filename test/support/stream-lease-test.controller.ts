import { Controller, Get } from '@nestjs/common';
import { Access } from '../../src/access/access.decorator.js';
import { type StreamLease, StreamLeasesService } from '../../src/access/stream-leases.service.js';
import { CurrentStreamLease } from '../../src/access/actor.decorator.js';
import { AnyAccept } from '../../src/http/route-options.decorator.js';

/** Endpoints that only a test opens: a user who comes in is answered when they may not stay any longer, and why. */
@Controller('stays')
export class StreamLeaseTestController {
  /** How many streams were opened. */
  opened = 0;
  /** What happens while the next stream is opened. */
  meanwhile: () => Promise<void> = () => Promise.resolve();

  constructor(private readonly stays: StreamLeasesService) {}

  @Get()
  @AnyAccept()
  @Access('stream')
  async stay(@CurrentStreamLease() admission: StreamLease): Promise<object> {
    const { meanwhile } = this;
    this.meanwhile = () => Promise.resolve();
    await meanwhile();
    this.opened += 1;
    const left = await new Promise((resolve) => this.stays.watch(admission, resolve));
    return { user: admission.actor.userId, left };
  }
}
