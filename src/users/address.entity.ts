import { Embeddable, Property } from '@mikro-orm/decorators/legacy';

/** Where a user lives. Part of the user's row; a line that was never given is empty, not null. */
@Embeddable()
export class Address {
  /** @example 12 Savile Row */
  @Property({ length: 200, default: '', fieldName: 'line_1' })
  line1 = '';

  /** @example Flat 3 */
  @Property({ length: 200, default: '', fieldName: 'line_2' })
  line2 = '';

  /** @example London */
  @Property({ length: 200, default: '' })
  city = '';

  /** @example Greater London */
  @Property({ length: 200, default: '' })
  state = '';

  /** @example W1S 3PQ */
  @Property({ length: 200, default: '' })
  zip = '';

  /** @example United Kingdom */
  @Property({ length: 200, default: '' })
  country = '';
}
