import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import type { AuditedAction } from '../audit/audit-writing.js';
import { AuditService } from '../audit/audit.service.js';
import { toCommandCaller } from '../exchange/caller.js';
import type { CommandSource } from '../exchange/command-source.js';
import type { CommandResult } from '../exchange/commit-loop.js';
import { ExchangeService } from '../exchange/exchange.service.js';

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

  async execute(
    actor: Actor,
    commands: CommandSource,
    noteOf: (executed: CommandResult) => AuditedAction | null,
  ): Promise<CommandResult> {
    const executed = await this.exchange.execute(toCommandCaller(actor), commands);
    const note = noteOf(executed);
    if (note !== null) await this.audit.recordFor(actor, note);
    return executed;
  }

  /** Executes all commands in one transaction, or none. */
  async executeAll(
    actor: Actor,
    commands: readonly CommandSource[],
    notesOf: (executed: readonly CommandResult[]) => readonly AuditedAction[],
  ): Promise<readonly CommandResult[]> {
    const executed = await this.exchange.executeAll(toCommandCaller(actor), commands);
    for (const note of notesOf(executed)) await this.audit.recordFor(actor, note);
    return executed;
  }
}
