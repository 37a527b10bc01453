import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';

/** Made anew for each column, because the decorator writes into it. */
const number = () => ({ type: new BigIntType('number') });

/** At which price a session of an instrument closed. */
@Entity({ tableName: 'closing_marks' })
export class ClosingMark {
  @PrimaryKey({ ...number(), autoincrement: false })
  readonly instrumentId!: number;

  @PrimaryKey({ type: 'date' })
  readonly sessionDate!: string;

  @Property(number())
  readonly price!: number;
}
