/** Whether an error is a system error of one of these codes. Asked of its code alone: errors of another realm are no `Error` here. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}
