/** Results under an `Idempotency-Key` as a process of the simulation finds them: production has the key of the request, and MikroORM. */
import { IdempotentResultsService } from '../../../src/exchange/recovery/idempotent-results.service.js';
import { type KeyedCall, parseResults } from '../../../src/exchange/writing/keyed-calls.js';
import type { MemoryDatabase } from './memory-database.js';
import type { MemoryStore } from './memory-store.js';

export class MemoryResults extends IdempotentResultsService {
  /** The key of the call that begins next. */
  nextKey: string | null = null;
  private copies = 0;

  constructor(
    private readonly store: MemoryStore,
    private readonly removed: MemoryDatabase['removed'],
  ) {
    super(null as never);
  }

  /** A control makes a key of its own for each copy, which only the database takes for the same. */
  override takeNextCall(): KeyedCall | null {
    const { nextKey: key } = this;
    this.nextKey = null;
    if (key === null) return null;
    return { digest: this.removed === 'copies' ? `${key} ${++this.copies}` : key, fingerprint: key, call: 0 };
  }

  override async find({ fingerprint }: KeyedCall): ReturnType<IdempotentResultsService['find']> {
    const text = await this.store.findResults(fingerprint);
    return text === null || this.removed === 'results' ? null : parseResults(JSON.parse(text));
  }
}
