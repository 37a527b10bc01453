import type { WriteBatch } from '../commit-loop.js';
import type { ProjectionService } from '../projection/projection.service.js';
import { type BatchWriter, isWrittenWhole } from './batch-writer.js';
import { toStateAdvance } from './state-advance.js';

/** Commits a batch: into the journal alone, and the tables follow; or, once they have followed, into both at once. */
export async function commitBatch(
  writer: BatchWriter,
  projection: ProjectionService,
  [rows, state, { before, time }]: Parameters<WriteBatch>,
): Promise<void> {
  const advance = toStateAdvance(state, before, time);
  const isWhole = isWrittenWhole(rows);
  if (isWhole) await projection.progress.whenReached();
  const bytes = await writer.write(rows, state, advance, isWhole);
  if (isWhole) projection.skip(advance.counters.command);
  else projection.add({ rows, advance, bytes });
}
