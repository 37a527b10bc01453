/** A price as text, for pages and their scripts: `digits` are its shortest form; prices with more decimals than the tick keep them. */
export function formatPrice(digits: string | null, decimals: number): string {
  if (digits === null) return '';
  const [whole = '', fraction = ''] = digits.split('.');
  return decimals === 0 && fraction === '' ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`;
}

/** An average as text: at most two decimals more than the tick. The exact value belongs into its title. */
export function formatAverage(digits: string | null, decimals: number): string {
  const text = formatPrice(digits, decimals);
  const most = decimals + 2;
  return (text.split('.')[1]?.length ?? 0) > most ? Number(text).toFixed(most) : text;
}
