/**
 * Whether an error is a system error with one of these codes. Only the code is checked: errors of another realm are not
 * instances of `Error` here.
 */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}
