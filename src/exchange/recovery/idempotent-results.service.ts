import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { getIdempotencyContext, getUnitOfWork } from '../../database/unit-of-work.js';
import { type CommandCaller, SYSTEM_CALLER } from '../caller.js';
import type { ExecutedCommand } from '../writing/batch-rows.js';
import { type KeyedCall, parseResults } from '../writing/keyed-calls.js';

const FIND =
  'select commands -> ?::text as results from idempotent_answers where digest = ? and fingerprint = ? and expires_at > now()';

/** What the exchange has carried out under an `Idempotency-Key` for a request whose answer was lost. */
@Injectable()
export class IdempotentResultsService {
  constructor(private readonly orm: MikroORM) {}

  /** The next call of the request of this moment; null for a request without a key, for one that is safe to repeat, and for what follows from it. */
  takeNextCall(caller: CommandCaller): KeyedCall | null {
    const key = caller === SYSTEM_CALLER ? null : getIdempotencyContext();
    return key === null || key.isSafeToRepeat
      ? null
      : { digest: key.digest, fingerprint: key.fingerprint, call: key.calls++ };
  }

  /** Null if it was not carried out yet. Whether that still holds when the commands are given is for the exchange to know. */
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
