import { Entity, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import type { InstrumentTerms } from '../../engine/command.js';
import { InstrumentEntity } from '../../instruments/instrument.entity.js';
import { Instant } from './instant.type.js';

/** Made anew for each column, because the decorator writes into it. */
const number = () => ({ type: new BigIntType('number') });
const optionalNumber = () => ({ ...number(), nullable: true });

/** An instrument as the venue received it, and what trading has made of it: its status, its settlement, the statistics of its session. */
@Entity({ tableName: 'instrument_states' })
export class InstrumentState {
  @ManyToOne(() => InstrumentEntity, {
    primary: true,
    mapToPk: true,
    fieldName: 'instrument_id',
    deleteRule: 'no action',
    updateRule: 'no action',
  })
  readonly instrumentId!: number;

  @Property({ type: 'json', columnType: 'jsonb' })
  readonly terms!: InstrumentTerms;

  @Property({ length: 6 })
  readonly givenStatus!: 'Open' | 'Halted' | 'Closed';

  @Property()
  readonly isExpired!: boolean;

  @Property(optionalNumber())
  readonly settlementPrice!: number | null;

  @Property({ type: 'date', nullable: true })
  readonly settledSession!: string | null;

  @Property(number())
  readonly boardSeq!: number;

  @Property(optionalNumber())
  readonly lastPrice!: number | null;

  @Property({ type: 'integer', nullable: true })
  readonly lastQuantity!: number | null;

  @Property({ type: Instant, nullable: true })
  readonly lastTime!: number | null;

  @Property({ type: 'date', nullable: true })
  readonly lastSession!: string | null;

  @Property(optionalNumber())
  readonly high!: number | null;

  @Property(optionalNumber())
  readonly low!: number | null;

  @Property(number())
  readonly volume!: number;

  /** What the price bands of the session are measured from: its last trade that was within them. */
  @Property(optionalNumber())
  readonly bandPrice!: number | null;
}
