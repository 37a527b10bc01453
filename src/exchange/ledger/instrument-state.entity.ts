import { Entity, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Keyword } from '../../database/keyword.type.js';
import type { InstrumentTerms } from '../../engine/command.js';
import { InstrumentEntity } from '../../instruments/instrument.entity.js';
import { engineNumber, optionalEngineNumber, Instant } from './instant.type.js';

/** An instrument as the venue received it, with its trading state: status, settlement and session statistics. */
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

  @Property({ type: Keyword, length: 6 })
  readonly givenStatus!: 'Open' | 'Halted' | 'Closed';

  @Property()
  readonly isExpired!: boolean;

  @Property(optionalEngineNumber())
  readonly settlementPrice!: number | null;

  @Property({ type: 'date', nullable: true })
  readonly settledSession!: string | null;

  @Property(engineNumber())
  readonly boardSeq!: number;

  @Property(optionalEngineNumber())
  readonly lastPrice!: number | null;

  @Property({ type: 'integer', nullable: true })
  readonly lastQuantity!: number | null;

  @Property({ type: Instant, nullable: true })
  readonly lastTime!: number | null;

  @Property({ type: 'date', nullable: true })
  readonly lastSession!: string | null;

  @Property(optionalEngineNumber())
  readonly high!: number | null;

  @Property(optionalEngineNumber())
  readonly low!: number | null;

  @Property(engineNumber())
  readonly volume!: number;

  /** The reference of the price bands: the session's last trade within them. */
  @Property(optionalEngineNumber())
  readonly bandPrice!: number | null;
}
