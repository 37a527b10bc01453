import { MikroORM, raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { getIdempotencyContext, getUnitOfWork } from '../../database/unit-of-work.js';
import { IdempotentResponse } from '../../idempotency/idempotent-response.entity.js';
import { type CommandCaller, SYSTEM_CALLER } from '../caller.js';
import type { ExecutedCommand } from '../writing/batch-rows.js';
import { type KeyedCall, parseResults } from '../writing/keyed-calls.js';

/** Results of the exchange under an `Idempotency-Key` for a request whose response was lost. */
@Injectable()
export class IdempotentResultsService {
  constructor(private readonly orm: MikroORM) {}

  /** The next call of the current request; null without a key, for repeatable requests, and for later work. */
  takeNextCall(caller: CommandCaller): KeyedCall | null {
    const key = caller === SYSTEM_CALLER ? null : getIdempotencyContext();
    return key === null || key.isSafeToRepeat
      ? null
      : { digest: key.digest, fingerprint: key.fingerprint, call: key.calls++ };
  }

  /** Null if it was not executed yet. The exchange checks again when it executes the commands. */
  async find({
    digest,
    fingerprint,
    call,
  }: KeyedCall): Promise<readonly Pick<ExecutedCommand, 'seq' | 'time' | 'events'>[] | null> {
    const em = getUnitOfWork() ?? this.orm.em.fork();
    const row = await em.findOne(
      IdempotentResponse,
      { digest, fingerprint, expiresAt: { $gt: raw('now()') } },
      { fields: ['commands'], disableIdentityMap: true },
    );
    const commands = row?.commands as Readonly<Record<string, unknown>> | null | undefined;
    const results = commands?.[String(call)] ?? null;
    if (results === null) return null;
    const key = getIdempotencyContext();
    if (key !== null) key.isReplayed = true;
    return parseResults(results);
  }
}
