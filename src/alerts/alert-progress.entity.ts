import { Check, Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';

/** How far alerts were evaluated, in one row: after a crash, later trades are looked at again. */
@Entity({ tableName: 'alert_progress' })
@Check({ name: 'alert_progress_one_row', expression: 'id = 1' })
export class AlertProgress {
  @PrimaryKey({ type: 'smallint', autoincrement: false })
  readonly id!: number;

  /** The last trade that was evaluated. */
  @Property({ type: new BigIntType('number') })
  readonly trade!: number;

  /** How many triggers there were: the number of the last one. */
  @Property({ type: new BigIntType('number') })
  readonly notices!: number;
}
