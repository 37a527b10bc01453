import { Entity, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import type { ProductGroupTerms } from '../../engine/command.js';
import { ProductGroupEntity } from '../../instruments/product-group.entity.js';

/** A product group as the venue received it, in the format of `command-text.ts`. */
@Entity({ tableName: 'group_states' })
export class GroupState {
  @ManyToOne(() => ProductGroupEntity, {
    primary: true,
    mapToPk: true,
    fieldName: 'group_id',
    deleteRule: 'no action',
    updateRule: 'no action',
  })
  readonly groupId!: number;

  @Property({ type: 'json', columnType: 'jsonb' })
  readonly terms!: ProductGroupTerms;
}
