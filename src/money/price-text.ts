/** A price as text, for pages and their scripts: `digits` are its shortest form; prices with more decimals than the tick keep them. */
export function formatPrice(digits: string | null, decimals: number): string {
  if (digits === null) return '';
  const [whole = '', fraction = ''] = digits.split('.');
  return decimals === 0 && fraction === '' ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`;
}
