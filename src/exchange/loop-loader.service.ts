import { Injectable } from '@nestjs/common';
import { VenueClockService } from '../clock/venue-clock.service.js';
import { Engine } from '../engine/engine.js';
import { CURRENT_RULES } from '../engine/rules.js';
import type { RecentDurations } from '../telemetry/metrics.js';
import { SYSTEM_CALLER } from './caller.js';
import { CommitLoop, type PublishBatch } from './commit-loop.js';
import type { LoopFailure } from './pending-requests.js';
import { PORTION_SIZES } from './portions.js';
import { ProjectionService } from './projection/projection.service.js';
import { recoverBooks } from './recovery/tail-replay.js';
import { SessionClockService } from './sessions/session-clock.service.js';
import { SnapshotFiles } from './snapshot/snapshot-files.js';
import { ExchangeStore, type StoredBooks } from './store/exchange-store.js';
import type { BatchWriter } from './writing/batch-writer.js';

/** `inspect` is called before anything is added to what is stored. */
export type LoopTerms = Readonly<{
  writer: BatchWriter;
  commits: RecentDurations;
  inspect: ((stored: StoredBooks) => Promise<void>) | undefined;
  fail: (failure: LoopFailure) => void;
  publish: PublishBatch;
}>;

/** Loads the stored state, and makes the commit loop that goes on from there. */
@Injectable()
export class LoopLoaderService {
  portionSizes = PORTION_SIZES;

  constructor(
    private readonly store: ExchangeStore,
    private readonly files: SnapshotFiles,
    private readonly clock: SessionClockService,
    private readonly venueClock: VenueClockService,
    private readonly projection: ProjectionService,
  ) {}

  async load({ writer, commits, inspect, fail, publish }: LoopTerms): Promise<CommitLoop> {
    const { projection } = this;
    const { state, time, hash, place, batches } = await this.store.readAtOneMoment(async (stored) => {
      await inspect?.(stored);
      return recoverBooks(stored, this.files);
    });
    writer.continueFrom(hash);
    projection.begin(place, batches);
    const to = { writer, projection, commits, fail, publish, now: this.venueClock.now };
    return new CommitLoop(new Engine(state), time, to, this.portionSizes);
  }

  /** Executes the first commands of a loop: new rules, and sessions that are due. */
  async prepare(loop: CommitLoop): Promise<void> {
    if (!loop.memory.followsRules(CURRENT_RULES))
      await loop.add(SYSTEM_CALLER, [{ type: 'AdoptRules', rules: CURRENT_RULES }]);
    await this.clock.begin((bodies) => loop.add(SYSTEM_CALLER, bodies), loop.memory);
    loop.continueWork();
  }
}
