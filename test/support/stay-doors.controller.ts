import { Controller, Get } from '@nestjs/common';
import { Access } from '../../src/access/access.decorator.js';
import type { Admission } from '../../src/access/admission.js';
import { CurrentAdmission } from '../../src/access/actor.decorator.js';
import { AnyAccept } from '../../src/http/route-options.decorator.js';
import { Stays } from '../../src/access/stays.service.js';

/** Doors that only a test opens: whoever comes in is answered when they may not stay any longer, and why. */
@Controller('stays')
export class StayDoors {
  constructor(private readonly stays: Stays) {}

  @Get()
  @AnyAccept()
  @Access('stream')
  async stay(@CurrentAdmission() admission: Admission): Promise<object> {
    const left = await new Promise((resolve) => this.stays.watch(admission, resolve));
    return { user: admission.actor.userId, left };
  }
}
