/** What is said of a change: each field that is another one now, before and after, as the wire spells it. */
export function changesBetween(before: object, after: object): string {
  const earlier = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after)
    .filter(([field, value]) => !silent.has(field) && JSON.stringify(value) !== JSON.stringify(earlier.get(field)))
    .map(([field, value]) => `${wireSpelling(field)} ${written(earlier.get(field))} → ${written(value)}`)
    .join(', ');
}

/** These change with every other field and say nothing. */
const silent = new Set(['version', 'updatedAt']);

const wireSpelling = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
