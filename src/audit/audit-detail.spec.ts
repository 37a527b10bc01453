import type { AuditAction } from './audit-actions.js';
import { type AuditFacts, type DetailPart, formatDetail, splitStoredDetail } from './audit-detail.js';
import { getDetailTemplate } from './audit-words.js';
import type { AuditNote } from './audit-writing.js';

const formatParts = (parts: readonly DetailPart[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : `[${part.text}]`)).join('');

const toFacts = ({ subject, changes, reason }: Omit<AuditNote, 'action'>): AuditFacts => ({
  subjectType: subject?.[0] ?? null,
  subjectId: subject === undefined ? null : String(subject[1]),
  changes: changes ?? null,
  reason: reason ?? null,
});

describe('splitStoredDetail', () => {
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
    ['token.password', 'invalid_grant for customer 5', 'invalid_grant for [customer 5]'],
    ['access.refused', 'GET /accounts/:id: administrators_only', 'GET /accounts/:id: administrators_only'],
    [
      'instrument.created',
      'the market of the sandbox: 9 product groups, 20 products, 57 instruments',
      'the market of the sandbox: 9 product groups, 20 products, 57 instruments',
    ],
    ['session.started', '', ''],
  ])('splits %s “%s” into %s', (action, detail, parts) => {
    expect(formatParts(splitStoredDetail(action, detail))).toBe(parts);
  });
});

describe('formatDetail', () => {
  it.each<[AuditAction, Omit<AuditNote, 'action'>, string]>([
    ['session.started', {}, ''],
    ['session.started', { reason: 'too_many_attempts' }, 'too_many_attempts'],
    ['user.disabled', { subject: ['user', 5] }, '[user 5]'],
    ['user.password_changed', {}, ''],
    ['user.password_changed', { subject: ['user', 5] }, '[user 5]'],
    ['user.password_changed', { reason: 'wrong_password' }, 'wrong_password'],
    ['token.password', { reason: 'invalid_grant', subject: ['user', 5] }, 'invalid_grant for [customer 5]'],
    ['token.refresh_token', { changes: { replayed: true } }, 'again within its grace'],
    ['token.refresh_token', { reason: 'invalid_grant' }, 'invalid_grant'],
    ['token.revoked', { changes: { refresh_token: true } }, 'refresh token and its family'],
    ['consent.given', { changes: { scope: 'a b' } }, 'a b'],
    ['consent.given', { changes: { once: true, scope: 'a b' } }, 'once: a b'],
    ['consent.withdrawn', { changes: { tokens: true } }, 'tokens'],
    ['key.changed', { subject: ['key', 'q0W7'] }, 'key q0W7'],
    ['key.changed', { subject: ['key', 'q0W7'], changes: { third_party: true } }, 'key q0W7: third-party'],
    ['key.removed', { subject: ['key', 'q0W7'], changes: { application: 'Yt' } }, 'key q0W7, made through Yt'],
    [
      'instrument.changed',
      {
        subject: ['instrument', 12],
        changes: {
          fields: [
            ['tick_size', '1', '2'],
            ['name', 'a', 'b'],
          ],
        },
      },
      '[instrument 12]: tick_size 1 → 2, name a → b',
    ],
    [
      'instrument.changed',
      {
        subject: ['instrument', 12],
        changes: {
          fields: [
            ['status_reason', 'Feed lost, status Open → Halted', 'Again'],
            ['tick_size', '1', '2'],
          ],
        },
      },
      '[instrument 12]: status_reason “Feed lost, status Open → Halted” → “Again”, tick_size 1 → 2',
    ],
    [
      'account.granted',
      { subject: ['account', 7], changes: { user: 4, access: 'Read' } },
      '[account 7]: [user 4], Read',
    ],
    ['account.grant_taken', { subject: ['account', 7], changes: { user: 4 } }, '[account 7]: [user 4]'],
    [
      'account.positions_stated',
      { subject: ['account', 7], changes: { as_of: '2026-01-30', rows: 1 } },
      '[account 7], close of 2026-01-30, 1 row',
    ],
    [
      'account.positions_stated',
      { subject: ['account', 7], changes: { list: 31, as_of: '2026-01-30', rows: 3 } },
      '[list 31] of [account 7], close of 2026-01-30, 3 rows',
    ],
    [
      'break.assigned',
      { subject: ['break', 1], changes: { account: 7, user: 4, due: '2026-02-06' } },
      '[break 1] of [account 7], to [user 4], due 2026-02-06',
    ],
    [
      'break.assigned',
      { subject: ['break', 1], changes: { account: 7, unassigned: true, undated: true } },
      '[break 1] of [account 7], to nobody, without a due date',
    ],
    [
      'break.accepted',
      { subject: ['break', 1], changes: { account: 7, reference: -2, internal: 0 } },
      '[break 1] of [account 7], -2 of the back office, 0 in the books',
    ],
    ['break.noted', { subject: ['break', 1], changes: { account: 7, note: 2 } }, '[break 1] of [account 7], note 2'],
    [
      'order.on_behalf',
      {
        changes: {
          actions: 2,
          account: [7, 9],
          more_accounts: 1,
          types: '2 LimitOrderSub',
          orders: [3, 4],
          refused: ['x'],
        },
      },
      '2 actions for [account 7], [account 9] and 1 more: 2 LimitOrderSub, orders 3, 4; refused: x',
    ],
    [
      'order.on_behalf',
      { changes: { actions: 1, types: 'MassCancellation', cancelled: 2 } },
      '1 action: MassCancellation, 2 cancelled',
    ],
    ['access.refused', { subject: ['route', 'GET /a/:id'], reason: 'no' }, 'GET /a/:id: no'],
    ['webhook.disabled', { subject: ['webhook', 3], reason: 'gone' }, 'webhook 3: gone'],
  ])('describes %s with %j as “%s”', (action, facts, detail) => {
    expect(formatParts(formatDetail(getDetailTemplate(action), toFacts(facts)))).toBe(detail);
  });
});
