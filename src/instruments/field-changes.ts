import type { FieldChange } from '../audit/audit-detail.js';

/** Finds what a change changed: each changed field with its values before and after, in the wire's spelling. */
export function findFieldChanges(before: object, after: object): FieldChange[] {
  const earlier = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after)
    .filter(
      ([field, value]) => !ignoredFields.has(field) && JSON.stringify(value) !== JSON.stringify(earlier.get(field)),
    )
    .map(([field, value]) => [toWireName(field), formatValue(earlier.get(field)), formatValue(value)]);
}

/** These change with other fields and are omitted: the entry itself says who and when. */
const ignoredFields = new Set(['version', 'updatedAt', 'statusSince', 'statusSetBy']);

/** The status that an administrator sets is the only one that is stored. */
const toWireName = (field: string): string =>
  field === 'givenStatus' ? 'status' : field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const formatValue = (value: unknown): string =>
  typeof value === 'string' || value === undefined ? String(value) : JSON.stringify(value);
