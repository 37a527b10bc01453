/**
 * The figures of a rejection, as members of its problem. Money is in `currency`; `nearest` are prices on the tick, the
 * lowest first.
 */
export type ProblemValues = Readonly<{
  /** The margin that the action needs in addition to the margin in use. */
  required?: number;
  /** The remaining buying power. */
  available?: number;
  /** The margin that is in use. */
  used?: number;
  buying_power?: number;
  /** The limit that would be exceeded. */
  limit?: number;
  /** The value with the action. */
  would_be?: number;
  currency?: string;
  tick?: number;
  /**
   * The nearest prices on the tick that would be accepted, the lowest first: two, or one at the edge of the permitted
   * range.
   */
  nearest?: readonly number[];
  /** The lowest price within the price band. */
  low?: number;
  /** The highest price within the price band. */
  high?: number;
  /** The reference price of the band. */
  reference?: number;
}>;
