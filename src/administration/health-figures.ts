/** A non-breaking space, so that one number is not read as two. */
export const groupDigits = (number: number): string => String(number).replace(/\B(?=(?:\d{3})+$)/g, '\u202f');

/** With two digits at least. */
export function formatBytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log(Math.max(count, 1)) / Math.log(1000)));
  const value = count / 1000 ** step;
  return `${value.toFixed(value < 10 && step > 0 ? 1 : 0)} ${units[step] ?? 'B'}`;
}
