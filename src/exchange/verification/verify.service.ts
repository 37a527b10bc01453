import { createUntimedConnectionConfig, withConnection } from '../../database/connection.js';
import type { TableCatalog } from '../../database/entity-statements.js';
import { readInSnapshot, type QuerySource } from '../recovery/reading.js';
import { resolveExpectedTables, type ExpectedTables } from './expected-rows.js';
import { JournalComparison } from './journal-comparison.js';
import { hashShapes } from './point-encoding.js';
import { PointKeeper, type PointOptions } from './point-keeper.js';
import { SnapshotComparison, type SnapshotSource } from './snapshot-comparison.js';
import type { FurtherComparison, VerificationResult } from './verification-result.js';
import { type StartChoice, StartFinder, type VerificationStart } from './verification-start.js';

/** `isQuick` compares the state only, and neither begins at a point nor leaves one; the same without `points`. */
export type VerifyOptions = Readonly<{
  isQuick: boolean;
  say: (line: string) => void;
  snapshots: SnapshotSource;
  start?: StartChoice;
  points?: PointOptions;
}>;

/** Replays the journal, from its first command or from a verified point, and compares all resulting rows with the tables at one moment. */
export function verify(
  url: string,
  catalog: TableCatalog,
  options: VerifyOptions,
  further: readonly FurtherComparison[] = [],
): Promise<VerificationResult> {
  const snapshots = new SnapshotComparison(options.snapshots);
  return withConnection(createUntimedConnectionConfig(url, 'verify'), (client) =>
    readInSnapshot(client, () => new Verification(url, client, catalog, { ...options, snapshots }, further).run()),
  );
}

const AT_FIRST = { since: null, resumed: null };

class Verification {
  private readonly tables: ExpectedTables;

  constructor(
    private readonly url: string,
    private readonly source: QuerySource,
    private readonly catalog: TableCatalog,
    private readonly options: Omit<VerifyOptions, 'snapshots'> & Readonly<{ snapshots: SnapshotComparison }>,
    private readonly further: readonly FurtherComparison[],
  ) {
    this.tables = resolveExpectedTables(catalog);
  }

  /** A point never decides that there is a difference: that is found from the first command on. */
  async run(): Promise<VerificationResult> {
    const { say } = this.options;
    const start = await this.findStart();
    for (const line of start.passedOver) say(line);
    const result = await this.compare(start);
    if (result.isEqual || (start.since ?? start.resumed) === null) return result;
    const line = 'Journal and tables differ: everything is verified from the first command on, to name what does.';
    say(line);
    return this.compare({ ...AT_FIRST, passedOver: [...start.passedOver, line] });
  }

  private async findStart(): Promise<VerificationStart> {
    const { isQuick, points, start = 'first' } = this.options;
    if (isQuick || points === undefined) return { ...AT_FIRST, passedOver: [] };
    return new StartFinder(this.source, this.catalog, this.tables, points.directory).find(start);
  }

  private compare(start: VerificationStart): Promise<VerificationResult> {
    const { url, source, catalog, tables, options, further } = this;
    const { points, isQuick, say } = options;
    const keeper = isQuick || points === undefined ? null : new PointKeeper(source, hashShapes(tables), points, say);
    return new JournalComparison({ url, source, catalog, tables, further, keeper, start }, options).run();
  }
}
