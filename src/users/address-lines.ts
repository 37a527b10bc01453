import { Address } from './address.entity.js';
import type { NewAddress } from './users.dto.js';

/** A line that is left out, or null, is empty. */
export function addressOf(lines: NewAddress): Address {
  const { line_1: line1, line_2: line2, city, state, zip, country } = lines;
  const given = Object.entries({ line1, line2, city, state, zip, country }).map(([name, line]) => [name, (line as string | null | undefined) ?? '']);
  return Object.assign(new Address(), Object.fromEntries(given) as Partial<Address>);
}
