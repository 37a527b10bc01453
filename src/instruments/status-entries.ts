import type { AuditedAction } from '../audit/audit-writing.js';
import type { InstrumentStatusUpdates } from './instruments.dto.js';
import { describeEach, type RowChange } from './reference-data.service.js';

/**
 * The audit entries of instruments that were halted or resumed together: one for all that changed alike, with the group or the venue that
 * was named. So it loses nothing: halts of different reasons that end together have an entry for each reason.
 */
export function describeStatusChanges(
  { status, product_group_id: groupId, whole_venue: isWhole }: InstrumentStatusUpdates,
  changes: readonly RowChange[],
): readonly AuditedAction[] {
  const isNamed = groupId === undefined && isWhole === undefined;
  if (isNamed && changes.length === 1) return describeEach('instrument.changed', changes);
  return Object.values(Object.groupBy(changes, ({ fields }) => JSON.stringify(fields))).map((alike = []) => ({
    action: status === 'Halted' ? 'instruments.halted' : 'instruments.resumed',
    ...(groupId !== undefined && { subject: ['productgroup', groupId] }),
    changes: {
      ...(isWhole && { whole_venue: true }),
      count: alike.length,
      fields: alike[0]?.fields,
      instrument: alike.map(({ id }) => id),
    },
  }));
}
