import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { getIdempotencyContext, getUnitOfWork } from '../../database/unit-of-work.js';
import { type CommandCaller, SYSTEM_CALLER } from '../caller.js';
import type { ExecutedCommand } from '../writing/batch-rows.js';
import { type KeyedCall, parseResults } from '../writing/keyed-calls.js';

const FIND =
  'select commands -> ?::text as results from idempotent_answers where digest = ? and fingerprint = ? and expires_at > now()';

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
    const [row] = await em.execute<{ results: unknown }[]>(FIND, [String(call), digest, fingerprint]);
    const results = row?.results ?? null;
    if (results === null) return null;
    const key = getIdempotencyContext();
    if (key !== null) key.isReplayed = true;
    return parseResults(results);
  }
}
