import { Matches } from 'class-validator';

/** For whom an administrator wants to act. */
export class StartActingDto {
  /**
   * The id of the customer.
   *
   * @example "2"
   */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'customer_id must be an id: a whole number from 1' })
  customer_id!: string;
}
