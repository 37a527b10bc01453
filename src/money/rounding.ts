/** The one rule of rounding: to the nearest, and from the middle to the even neighbor, so that no side gains in the long run. */

export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  if (divisor < 0n) return divideHalfEven(-dividend, -divisor);
  const quotient = dividend / divisor; // towards zero
  const remainder = dividend % divisor; // with the dividend's sign
  const twice = remainder < 0n ? -2n * remainder : 2n * remainder;
  const away = twice > divisor || (twice === divisor && quotient % 2n !== 0n);
  if (!away) return quotient;
  return dividend < 0n ? quotient - 1n : quotient + 1n;
}
