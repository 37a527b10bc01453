import { Embeddable, Property } from '@mikro-orm/decorators/legacy';

/** Where a user lives. Part of the user's row; a line that was never given is empty, not null. */
@Embeddable()
export class Address {
  @Property({ length: 200, default: '', fieldName: 'line_1' })
  line1 = '';

  @Property({ length: 200, default: '', fieldName: 'line_2' })
  line2 = '';

  @Property({ length: 200, default: '' })
  city = '';

  @Property({ length: 200, default: '' })
  state = '';

  @Property({ length: 200, default: '' })
  zip = '';

  @Property({ length: 200, default: '' })
  country = '';
}
