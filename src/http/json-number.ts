/** No price or quantity is that long, even with trailing zeros. */
const FRACTION_CHARACTERS_MAX = 40;

/** Why a well-formed number is rejected, or null. Up to 15 significant digits a double is exact. */
export function findNumberProblem(text: string): string | null {
  if (text.length <= 15 && !/[eE]/.test(text)) return null;
  if (/[eE]/.test(text)) return 'Write the number without an exponent';
  if (!text.includes('.')) {
    return Number.isSafeInteger(Number(text))
      ? null
      : 'The integer is beyond ±9007199254740991 and cannot be kept exactly';
  }
  // Checks the length first: the following steps scan the zeros repeatedly.
  const exact =
    text.length <= FRACTION_CHARACTERS_MAX &&
    Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER &&
    toSignificantDigits(text) === toSignificantDigits(String(Number(text)));
  return exact ? null : 'The number has more digits than can be kept exactly';
}

/** The significant digits: equal for two notations of one number. */
function toSignificantDigits(text: string): string {
  return text
    .replace(/e.*$/, '')
    .replace(/^-?0*\.?0*/, '')
    .replace('.', '')
    .replace(/0+$/, '');
}
