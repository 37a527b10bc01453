import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import type { AuditAction } from '../audit/audit-actions.js';
import { AuditService } from '../audit/audit.service.js';
import { callerOf } from '../exchange/caller.js';
import type { CommandResult, CommandSource } from '../exchange/commit-loop.js';
import { ExchangeService } from '../exchange/exchange.service.js';

export type Note = Readonly<{ action: AuditAction; detail: string }>;

/**
 * Submits account commands to the exchange and then writes the audit log. If the process ends in between, the audit entry is
 * missing, but the command journal still has the command and its caller.
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

  /** Executes all commands in one transaction, or none. */
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
