let lastMoment = NaN;
let lastText = '';

/** A moment as ISO 8601 has it. What one answer tells, and one batch of commands, mostly happened in the same millisecond. */
export function formatMoment(time: number): string {
  if (time !== lastMoment) {
    lastText = new Date(time).toISOString();
    lastMoment = time;
  }
  return lastText;
}
