/** The numbers behind a refusal, as members of its problem. Money is in `currency`; `nearest` are the prices on the tick, the lower one first. */
export type ProblemValues = Readonly<{
  /** The margin that the action needs beyond what is in use. */
  required?: number;
  /** What is left of the buying power. */
  available?: number;
  /** The margin that is in use. */
  used?: number;
  buying_power?: number;
  /** Where the limit stands that would be exceeded. */
  limit?: number;
  /** What it would be with the action. */
  would_be?: number;
  currency?: string;
  tick?: number;
  /** The nearest prices on the tick that are not refused themselves, the lowest first: two, or one at the edge of what is allowed. */
  nearest?: readonly number[];
  /** The lowest price within the price band. */
  low?: number;
  /** The highest price within the price band. */
  high?: number;
  /** The price that the band is measured from. */
  reference?: number;
}>;
