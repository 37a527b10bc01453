import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Keyword } from '../../database/keyword.type.js';
import type { SettlementStyle } from '../../engine/command.js';
import type { TradeRow } from '../../engine/event.js';
import type { Side } from '../../engine/side.js';
import { engineNumber, Instant } from './engine-units.type.js';

/** A trade between two orders, or a settlement with the clearing house, account 0, at the expiration. Append-only. */
@Entity({ tableName: 'trades' })
@Index({ name: 'trades_instrument_id_index', properties: ['instrumentId', 'id'] })
@Index({
  name: 'trades_seq_index',
  expression:
    'create index "trades_seq_index" on "trades" using brin ("seq") with (pages_per_range = 32, autosummarize = on)',
})
@Index({
  name: 'trades_at_index',
  expression:
    'create index "trades_at_index" on "trades" using brin ("at") with (pages_per_range = 32, autosummarize = on)',
})
@Index({ name: 'trades_buy_acct_id_index', properties: ['buyAcctId', 'id'] })
@Index({ name: 'trades_sell_acct_id_index', properties: ['sellAcctId', 'id'] })
export class Trade implements TradeRow {
  @PrimaryKey({ ...engineNumber(), autoincrement: false })
  readonly id!: number;

  /** The command in the journal that caused it. */
  @Property(engineNumber())
  readonly seq!: number;

  @Property(engineNumber())
  readonly instrumentId!: number;

  @Property(engineNumber())
  readonly price!: number;

  @Property({ type: 'integer' })
  readonly quantity!: number;

  @Property({ type: Keyword, length: 4 })
  readonly aggressorSide!: Side;

  @Property(engineNumber())
  readonly buyOrderId!: number;

  @Property(engineNumber())
  readonly sellOrderId!: number;

  @Property(engineNumber())
  readonly buyAcctId!: number;

  @Property(engineNumber())
  readonly sellAcctId!: number;

  @Property({ type: 'date' })
  readonly sessionDate!: string;

  @Property({ type: Instant, fieldName: 'at' })
  readonly time!: number;

  /** Null for a trade between two orders. */
  @Property({ type: Keyword, fieldName: 'settlement_style', length: 10, nullable: true })
  readonly settlement!: SettlementStyle | null;
}
