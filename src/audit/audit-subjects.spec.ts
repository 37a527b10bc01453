import type { AuditAction } from './audit-actions.js';
import { splitDetail } from './audit-subjects.js';

const describeEntry = (action: AuditAction, detail: string): string =>
  splitDetail({ action, detail })
    .map((part) => (typeof part === 'string' ? part : `[${part.thing} ${part.id}]`))
    .join('');

describe('splitDetail', () => {
  it.each<[AuditAction, string, string]>([
    ['instrument.changed', 'instrument 12: settlement_price 1 → 2', '[instrument 12]: settlement_price 1 → 2'],
    ['account.changed', 'account 7: name user 3 → account 9', '[account 7]: name user 3 → account 9'],
    ['account.granted', 'account 7: user 4, Trade', '[account 7]: [user 4], Trade'],
    ['account.opened', 'account 7, of user 4, in USD', '[account 7], of [user 4], in USD'],
    [
      'account.positions_stated',
      'list 31 of account 7, close of 2026-01-30, 3 rows',
      '[list 31] of [account 7], close of 2026-01-30, 3 rows',
    ],
    ['break.noted', 'break 1 of account 7, note 2', '[break 1] of [account 7], note 2'],
    ['productgroup.created', 'productgroup 2, EQ', '[productgroup 2], EQ'],
    ['token.password', 'invalid_grant for customer 5', 'invalid_grant for [user 5]'],
    ['access.refused', 'GET /accounts/:id: administrators_only', 'GET /accounts/:id: administrators_only'],
    [
      'instrument.created',
      'the market of the sandbox: 9 product groups, 20 products, 57 instruments',
      'the market of the sandbox: 9 product groups, 20 products, 57 instruments',
    ],
    ['session.started', '', ''],
  ])('splits %s “%s” into %s', (action, detail, parts) => {
    expect(describeEntry(action, detail)).toBe(parts);
  });
});
