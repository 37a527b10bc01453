import { Address } from './address.entity.js';
import type { NewAddress } from './users.dto.js';

/** A line that is left out is empty. */
export function toAddress({
  line_1 = '',
  line_2 = '',
  city = '',
  state = '',
  zip = '',
  country = '',
}: NewAddress): Address {
  return Object.assign(new Address(), { line1: line_1, line2: line_2, city, state, zip, country });
}
