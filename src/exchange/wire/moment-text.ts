let lastMoment = NaN;
let lastText = '';

/**
 * Formats an instant as ISO 8601. The last result is cached, because most instants of a response or batch are equal.
 */
export function formatMoment(time: number): string {
  if (time !== lastMoment) {
    lastText = new Date(time).toISOString();
    lastMoment = time;
  }
  return lastText;
}
