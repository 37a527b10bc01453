/** Where a verification begins: before the first command, or at a verified point that fits the database. */
import type { TableCatalog } from '../../database/entity-statements.js';
import { ExchangeState } from '../ledger/exchange-state.entity.js';
import { readAll, readRows, type QuerySource } from '../recovery/reading.js';
import { readHash } from '../recovery/recovery.service.js';
import type { LoadedBooks } from '../store/exchange-store.js';
import { LARGE_TABLES, type ExpectedTables } from './expected-rows.js';
import type { PointDirectory } from './point-directory.js';
import {
  decodePoint,
  hashShapes,
  UnusablePointError,
  type VerificationProgress,
  type VerifiedPoint,
} from './point-encoding.js';

/**
 * `first` trusts nothing; `resume` goes on where a verification of everything was interrupted; `since-last` begins at the last verified
 * point, or else where a verification was interrupted.
 */
export type StartChoice = 'first' | 'resume' | 'since-last';

/** A point to begin at. */
export class StartPoint {
  readonly command: number;
  /** The last order and the last trade up to the point. */
  readonly lastOrder: number;
  readonly lastTrade: number;
  readonly hash: Buffer;
  readonly progress: VerificationProgress;
  private books: LoadedBooks | null;

  constructor({ books, hash, progress }: VerifiedPoint) {
    const { command, order, trade } = books.state.counters;
    [this.command, this.lastOrder, this.lastTrade] = [command, order, trade];
    [this.hash, this.progress, this.books] = [hash, progress, books];
  }

  /** Only once: the state of a million orders shall not stay in memory for longer than its replay. */
  takeBooks(): LoadedBooks {
    const { books } = this;
    if (books === null) throw new Error('The state of the point was taken already.');
    this.books = null;
    return books;
  }
}

/**
 * A point at most. Rows of commands up to `since` are not compared; up to `resumed` the commands are not replayed again, and every row
 * is compared. `passedOver` says why points were not taken.
 */
export type VerificationStart = Readonly<{
  since: StartPoint | null;
  resumed: StartPoint | null;
  passedOver: readonly string[];
}>;

export class StartFinder {
  private readonly passedOver: string[] = [];

  constructor(
    private readonly source: QuerySource,
    private readonly catalog: TableCatalog,
    private readonly tables: ExpectedTables,
    private readonly points: PointDirectory,
  ) {}

  async find(choice: StartChoice): Promise<VerificationStart> {
    const since = choice === 'since-last' ? await this.findVerified() : null;
    const resumed = choice === 'first' || since !== null ? null : await this.findUnfinished();
    if (choice === 'resume' && resumed === null && this.passedOver.length === 0)
      this.passedOver.push('There is no interrupted verification to go on with.');
    return { since, resumed, passedOver: this.passedOver };
  }

  private findVerified(): Promise<StartPoint | null> {
    return this.use('The verified point', async () => {
      const file = this.points.readVerified();
      if (file === null) {
        this.passedOver.push('There is no verified point.');
        return null;
      }
      const point = await this.decode(file);
      if (point.progress.identity !== (await readIdentity(this.source, this.tables)))
        throw new UnusablePointError('the tables are of another database, or were made anew since');
      return point;
    });
  }

  private async findUnfinished(): Promise<StartPoint | null> {
    for (const read of this.points.listUnfinished()) {
      const point = await this.use('The point of an interrupted verification', async () => {
        const file = read();
        return file === null ? null : this.decode(file);
      });
      if (point !== null) return point;
    }
    return null;
  }

  private async use(name: string, read: () => Promise<StartPoint | null>): Promise<StartPoint | null> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof UnusablePointError)) throw error;
      this.passedOver.push(`${name} is passed over: ${error.message}.`);
      return null;
    }
  }

  private async decode(file: Buffer): Promise<StartPoint> {
    const point = new StartPoint(decodePoint(file, hashShapes(this.tables)));
    const { command } = point;
    const properties = ['command', 'changesSince'] as const;
    const [state] = await readAll(this.source, this.catalog, { entity: ExchangeState, properties });
    if (state === undefined || state.command < command)
      throw new UnusablePointError(`it is of command ${command}, and the tables end with command ${state?.command}`);
    if (!(await readHash(this.source, command))?.equals(point.hash))
      throw new UnusablePointError(`the journal has no batch that ends with command ${command} and has its hash`);
    if (state.changesSince !== point.progress.changesSince)
      throw new UnusablePointError('the tables have changes of positions since another command');
    return point;
  }
}

/** Changes when the tables are emptied, copied or restored as a whole, and between databases. */
export async function readIdentity(source: QuerySource, tables: ExpectedTables): Promise<string> {
  const names = [...LARGE_TABLES, 'positions', 'journal', 'journalBatches'] as const;
  const files = names.map((name) => `pg_relation_filenode('${tables[name].name}')`);
  const question = `select concat_ws(' ', oid, ${files.join(', ')}) from pg_database where datname = current_database()`;
  const [identity = ''] = await readRows(source, question, ([text]) => text ?? '');
  return identity;
}
