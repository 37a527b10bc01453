import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import type { AuditAction } from '../audit/audit-actions.js';
import { AuditService } from '../audit/audit.service.js';
import { callerOf } from '../exchange/caller.js';
import type { CommandResult, CommandSource } from '../exchange/commit-loop.js';
import { ExchangeService } from '../exchange/exchange.service.js';

export type Note = Readonly<{ action: AuditAction; detail: string }>;

/**
 * What people tell the exchange about accounts: carried out by it, and then written into the audit log. The log is the second book
 * of the two: the journal has the command, and who gave it, even if the process ends in between.
 */
@Injectable()
export class AccountWritingService {
  constructor(
    private readonly exchange: ExchangeService,
    private readonly audit: AuditService,
  ) {}

  async carryOut(
    actor: Actor,
    given: CommandSource,
    noteOf: (carried: CommandResult) => Note | null,
  ): Promise<CommandResult> {
    const carried = await this.exchange.carryOut(callerOf(actor), given);
    const note = noteOf(carried);
    if (note !== null) await this.audit.noteOf(actor, note);
    return carried;
  }

  /** All of it or nothing. */
  async carryOutAll(
    actor: Actor,
    given: readonly CommandSource[],
    notesOf: (carried: readonly CommandResult[]) => readonly Note[],
  ): Promise<readonly CommandResult[]> {
    const carried = await this.exchange.carryOutAll(callerOf(actor), given);
    for (const note of notesOf(carried)) await this.audit.noteOf(actor, note);
    return carried;
  }
}
