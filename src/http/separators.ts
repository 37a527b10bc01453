/** Three figures at a time, as people set them in print. */
const GROUPED_NUMBER = /^(-?)(\d{1,3}(?:([,.'’ _\u00a0\u202f])\d{3})(?:\3\d{3})*)(?:([.,])(\d+))?$/;

/**
 * The hint for a number that was typed with separators: how it is written; null for everything else. It is refused all the same: 1,000 is a thousand to some readers and
 * one to others.
 */
export function formatSeparatorHint(text: string): string | null {
  const [, sign = '', whole, separator, point, decimals] = GROUPED_NUMBER.exec(text.trim()) ?? [];
  if (whole === undefined || separator === point) return null;
  // A point before three figures is where everybody else has it, too.
  if (separator === '.' && point === undefined && whole.split('.').length === 2) return null;
  return `Write ${sign}${whole.replaceAll(/\D/g, '')}${decimals === undefined ? '' : `.${decimals}`}, without separators.`;
}
