import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import type { OrderAction } from '../engine/command.js';
import type { Issue } from '../errors/domain-error.js';
import type { Fault } from './action-faults.js';
import type { RefusalRoom } from './refusal-room.js';
import { RefusalRooms } from './refusal-rooms.service.js';
import { type Refused, WrongFields } from './wrong-fields.service.js';

/** What is told of a refused order action beside its reason: every field that is wrong, and to people, what there is instead. */
@Injectable()
export class Refusals {
  constructor(
    private readonly fields: WrongFields,
    private readonly rooms: RefusalRooms,
  ) {}

  async of(actor: Actor, refused: Refused): Promise<Readonly<{ faults: readonly Fault[]; room: RefusalRoom | null }>> {
    const { action, refusal, isForPeople } = refused;
    return { faults: await this.fields.ofRefused(actor, refused), room: isForPeople ? await this.rooms.for(action, refusal) : null };
  }

  /** Beside what could not be read, a form is told what else is wrong with it. */
  async ofUnreadable(actor: Actor, action: OrderAction, issues: readonly Issue[]): Promise<Readonly<{ faults: readonly Fault[] }>> {
    return { faults: await this.fields.ofUnreadable(actor, action, issues) };
  }
}
