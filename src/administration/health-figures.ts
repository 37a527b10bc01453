import { formatCount } from '../pages/money.page.js';

/** As all counts of pages. */
export const groupDigits = (number: number): string => formatCount(String(number));

/** With two digits at least. */
export function formatBytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log(Math.max(count, 1)) / Math.log(1000)));
  const value = count / 1000 ** step;
  return `${value.toFixed(value < 10 && step > 0 ? 1 : 0)} ${units[step] ?? 'B'}`;
}
