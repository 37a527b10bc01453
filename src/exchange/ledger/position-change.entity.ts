import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import { WholeNumber } from './whole-number.type.js';

/** Made anew for each column, because the decorator writes into it. */
const number = () => ({ type: new BigIntType('number') });

/** What a command has left an account holding of an instrument, as the row of `positions` was then. Written once. */
@Entity({ tableName: 'position_changes' })
export class PositionChange {
  /** The command in the journal that brought it about; it tells when. */
  @PrimaryKey({ ...number(), autoincrement: false })
  readonly seq!: number;

  @PrimaryKey({ ...number(), autoincrement: false })
  readonly acctId!: number;

  @PrimaryKey({ ...number(), autoincrement: false })
  readonly instrumentId!: number;

  @Property(number())
  readonly quantity!: number;

  @Property({ type: WholeNumber })
  readonly cost!: bigint;

  @Property({ type: WholeNumber })
  readonly realised!: bigint;

  /** In how many decimals more than prices of the market these are counted. */
  @Property({ type: 'smallint', default: 0 })
  readonly extraDecimals!: number;
}
