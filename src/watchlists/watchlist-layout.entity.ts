import { Entity, OneToOne, Property } from '@mikro-orm/decorators/legacy';
import { User } from '../users/user.entity.js';
import { completeColumns, moveItem, type WatchlistColumn } from './watchlist-columns.js';

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
