/**
 * A number with exactly these digits: "12.50" stays 12.50 without a conversion to a double. JSON.stringify writes the
 * digits as they are, and pages show them.
 */
export type ExactNumber = Readonly<{ rawJSON: string }>;

const DECIMAL = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

export function createExactNumber(digits: string): ExactNumber {
  if (!DECIMAL.test(digits)) throw new TypeError(`Not a decimal number: ${digits.slice(0, 40)}`);
  return JSON.rawJSON(digits);
}
