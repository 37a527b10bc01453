import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';

/** Created per column, because the decorator modifies it. */
const number = () => ({ type: new BigIntType('number') });

/** The closing price of an instrument's session. */
@Entity({ tableName: 'closing_marks' })
export class ClosingMark {
  @PrimaryKey({ ...number(), autoincrement: false })
  readonly instrumentId!: number;

  @PrimaryKey({ type: 'date' })
  readonly sessionDate!: string;

  @Property(number())
  readonly price!: number;
}
