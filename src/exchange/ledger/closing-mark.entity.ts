import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { engineNumber } from './instant.type.js';

/** The closing price of an instrument's session. */
@Entity({ tableName: 'closing_marks' })
export class ClosingMark {
  @PrimaryKey({ ...engineNumber(), autoincrement: false })
  readonly instrumentId!: number;

  @PrimaryKey({ type: 'date' })
  readonly sessionDate!: string;

  @Property(engineNumber())
  readonly price!: number;
}
