import { Entity, Index, ManyToOne, OneToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { ArrayType, BigIntType, type Opt } from '@mikro-orm/postgresql';
import { User } from '../users/user.entity.js';
import { completeColumns, moveItem, type WatchlistColumn } from './watchlist-columns.js';
import { WatchlistFullError } from './watchlist-errors.js';
import { WATCHLIST_INSTRUMENTS_MAX } from './watchlist-limits.js';

/**
 * A user's named list of instruments. Invariants: a name is used once by each user, in capital or small letters; an instrument is in a list once; the order is the
 * user's.
 */
@Entity({ tableName: 'watchlists' })
@Index({
  name: 'watchlists_user_id_name_key',
  expression: 'create unique index "watchlists_user_id_name_key" on "watchlists" ("user_id", lower("name"))',
})
export class Watchlist {
  @PrimaryKey({ type: new BigIntType('number') })
  readonly id!: number;

  @ManyToOne(() => User, { mapToPk: true, fieldName: 'user_id', deleteRule: 'cascade' })
  readonly userId: number;

  @Property({ length: 80 })
  name: string;

  // A bare 'bigint[]' reads back strings.
  @Property({ type: new ArrayType(Number), columnType: 'bigint[]', fieldName: 'instrument_ids' })
  private instruments: number[] = [];

  @Property({ type: 'integer' })
  version: number & Opt = 1;

  @Property({ type: 'timestamptz', length: 3 })
  readonly createdAt: Date & Opt = new Date();

  constructor(userId: number, name: string, instrumentIds: readonly number[] = []) {
    this.userId = userId;
    this.name = name;
    this.instrumentIds = instrumentIds;
  }

  get instrumentIds(): readonly number[] {
    return this.instruments;
  }

  set instrumentIds(ids: readonly number[]) {
    const distinct = [...new Set(ids)];
    if (distinct.length > WATCHLIST_INSTRUMENTS_MAX) throw new WatchlistFullError();
    this.instruments = distinct;
  }

  /** At the end of the list. */
  add(instrumentId: number): void {
    this.instrumentIds = [...this.instruments, instrumentId];
  }

  remove(instrumentId: number): void {
    this.instrumentIds = this.instruments.filter((id) => id !== instrumentId);
  }

  move(instrumentId: number, by: -1 | 1): void {
    this.instrumentIds = moveItem(this.instruments, instrumentId, by);
  }
}

/** The order of the columns, which all watchlists of a user share. Without a row it is that of a new user. */
@Entity({ tableName: 'watchlist_layouts' })
export class WatchlistLayout {
  @OneToOne(() => User, { mapToPk: true, primary: true, fieldName: 'user_id', deleteRule: 'cascade' })
  readonly userId: number;

  @Property({ type: 'text[]', fieldName: 'columns' })
  private stored: string[] = [];

  constructor(userId: number) {
    this.userId = userId;
  }

  get columns(): WatchlistColumn[] {
    return completeColumns(this.stored);
  }

  move(column: WatchlistColumn, by: -1 | 1): void {
    this.stored = moveItem(this.columns, column, by);
  }
}
