/** Thousands separators in groups of three digits. */
const GROUPED_NUMBER = /^(-?)(\d{1,3}(?:([,.'’ _\u00a0\u202f])\d{3})(?:\3\d{3})*)(?:([.,])(\d+))?$/;

/**
 * The hint for a number with separators: how to write it; null for other input. Such numbers are rejected: 1,000 is a
 * thousand for some readers and one for others.
 */
export function formatSeparatorHint(text: string): string | null {
  const [, sign = '', whole, separator, point, decimals] = GROUPED_NUMBER.exec(text.trim()) ?? [];
  if (whole === undefined || separator === point) return null;
  // A dot before three digits is a decimal point for most readers.
  if (separator === '.' && point === undefined && whole.split('.').length === 2) return null;
  return `Write ${sign}${whole.replaceAll(/\D/g, '')}${decimals === undefined ? '' : `.${decimals}`}, without separators.`;
}
