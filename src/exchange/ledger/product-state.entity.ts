import { Entity, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import type { ProductTerms } from '../../engine/command.js';
import { ProductEntity } from '../../instruments/product.entity.js';

/**
 * A product as the venue received it, with the state of its sessions. `terms.scale` is the scale of the prices of its
 * orders and trades.
 */
@Entity({ tableName: 'product_states' })
export class ProductState {
  @ManyToOne(() => ProductEntity, {
    primary: true,
    mapToPk: true,
    fieldName: 'product_id',
    deleteRule: 'no action',
    updateRule: 'no action',
  })
  readonly productId!: number;

  @Property({ type: 'json', columnType: 'jsonb' })
  readonly terms!: ProductTerms;

  /** The open session or the last one; null before the first. */
  @Property({ type: 'date', nullable: true })
  readonly sessionDate!: string | null;

  @Property()
  readonly sessionIsOpen!: boolean;
}
