import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AccountAccess } from '../accounts/account-access.service.js';
import { UnknownAccount } from '../accounts/account-errors.js';

/** Whose events somebody is told: those of the accounts that they may look at, and of these the ones that they ask for. */
@Injectable()
export class EventSight {
  constructor(private readonly access: AccountAccess) {}

  /** `asked` null is all. */
  async of(actor: Actor, asked: readonly number[] | null): Promise<readonly number[] | 'all'> {
    const readable = await this.access.readableBy(actor);
    if (asked === null) return readable;
    return readable === 'all' ? asked : asked.filter((acctId) => readable.includes(acctId));
  }

  /** An account that is not there and one that is not theirs are the same to whoever asks. */
  async require(actor: Actor, asked: readonly number[] | null): Promise<void> {
    for (const acctId of asked ?? []) if (!(await this.access.mayRead(actor, acctId))) throw new UnknownAccount();
  }
}
