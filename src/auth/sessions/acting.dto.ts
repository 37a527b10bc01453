import { Matches } from 'class-validator';

/** The customer that an administrator acts for. */
export class StartActingDto {
  /**
   * The id of the customer.
   *
   * @example "2"
   */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'customer_id must be an id: a whole number from 1' })
  customer_id!: string;
}
