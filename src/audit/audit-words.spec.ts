import type { AuditAction } from './audit-actions.js';
import { type AuditFacts, splitStoredDetail } from './audit-detail.js';
import type { AuditEntryView } from './audit-entry.view.js';
import { describeAuditEvent } from './audit-sentence.js';
import { describeDetailInWords } from './audit-words.js';

const entry: AuditEntryView = {
  id: 7,
  at: '2026-01-30T15:04:05.000Z',
  action: 'session.started',
  outcome: 'granted',
  user_id: 2,
  acting_user_id: 2,
  client_id: null,
  address: '192.0.2.7',
  detail: '',
};
const names = new Map([
  [1, 'root@k.test'],
  [2, 'ada@k.test'],
]);
const sentence = (more: Partial<AuditEntryView>) => {
  const { who, forWhom, what } = describeAuditEvent(
    { ...entry, ...more },
    splitStoredDetail(more.action ?? entry.action, more.detail ?? ''),
    { people: names, things: (thing, id) => (thing === 'user' ? (names.get(id) ?? null) : null) },
  );
  return forWhom === null ? `${who} ${what}` : `${who} for ${forWhom}: ${what}`;
};

describe('describeAction', () => {
  it.each<[Partial<AuditEntryView>, string]>([
    [{}, 'ada@k.test signed in'],
    [{ outcome: 'denied' }, 'ada@k.test could not sign in'],
    [{ user_id: null, acting_user_id: null, outcome: 'denied' }, 'An anonymous client could not sign in'],
    [
      { acting_user_id: 1, action: 'key.created', detail: 'key q0W7' },
      'root@k.test for ada@k.test: created an API key',
    ],
    [{ user_id: 9, acting_user_id: 9 }, 'User 9 signed in'],
    [{ user_id: 1, acting_user_id: 1, action: 'user.disabled', detail: 'user 2' }, 'root@k.test disabled ada@k.test'],
    [
      { user_id: null, acting_user_id: null, address: null, action: 'user.enabled', detail: 'user 9' },
      'An operator enabled User 9',
    ],
    [{ acting_user_id: null, action: 'user.registered' }, 'ada@k.test was registered'],
    [{ acting_user_id: 1, action: 'user.registered' }, 'root@k.test registered ada@k.test'],
  ])('describes %j as “%s”', (more, expected) => {
    expect(sentence(more)).toBe(expected);
  });

  it.each([
    [[['status', 'Halted', 'Open']], 'resumed trading'],
    [[['status', 'Open', 'Halted']], 'halted'],
    [[['given_status', 'Open', 'Halted']], 'halted'],
    [
      [
        ['status', 'Halted', 'Closed'],
        ['settlement_price', 'null', '100'],
      ],
      'closed, settlement price none → 100',
    ],
    [
      [
        ['status', 'Open', 'Halted'],
        ['status_reason', 'null', 'Feed lost'],
      ],
      'halted, reason: “Feed lost”',
    ],
    [
      [
        ['status', 'Halted', 'Open'],
        ['status_reason', 'A → B, status_reason C → null', 'null'],
      ],
      'resumed trading',
    ],
    [
      [['status_reason', 'Feed lost, line 2 → 3', 'given_status Open → Halted, as before']],
      'reason: “given_status Open → Halted, as before”',
    ],
    [[['status_reason', 'Feed lost', 'null']], 'without a reason'],
    [[['settlement_price', '1', '2']], 'settlement price 1 → 2'],
    ['instrument 12: given_status Halted → Closed, settlement_price null → 1', 'closed, settlement_price null → 1'],
  ])('describes the changes %j of an instrument as “%s”', (fields, expected) => {
    const [changes, detail] = typeof fields === 'string' ? [null, fields] : [{ fields }, null];
    const facts = { subjectType: 'instrument', subjectId: '12', changes, reason: null, detail };
    const parts = describeDetailInWords({ ...facts, action: 'instrument.changed' });

    expect(parts).toEqual([{ thing: 'instrument', id: 12, text: 'instrument 12' }, `: ${expected}`]);
  });

  it.each<[AuditAction, Partial<AuditFacts>, string]>([
    [
      'order.on_behalf',
      { changes: { actions: 1, types: 'LimitOrderSub', refused: ['insufficient_margin'] } },
      '1 action: limit order; refused: insufficient margin',
    ],
    [
      'order.on_behalf',
      { changes: { actions: 3, types: '2 StopLimitOrderSub, 1 OrderCancellation' } },
      '3 actions: 2 stop limit orders, 1 cancellation',
    ],
    [
      'access.refused',
      { subjectType: 'route', subjectId: 'GET /users', reason: 'administrators_only' },
      'GET /users: administrators only',
    ],
    ['session.confirmed', { reason: 'wrong_password' }, 'wrong password'],
    ['consent.given', { changes: { scope: 'read offline_access' } }, 'read, offline access'],
    [
      'account.changed',
      { subjectType: 'account', subjectId: '7', changes: { fields: [['max_order_quantity', 'null', '50']] } },
      'account 7: max order quantity none → 50',
    ],
  ])('describes the facts of %s %j as “%s”', (action, more, expected) => {
    const facts = { subjectType: null, subjectId: null, changes: null, reason: null, ...more };
    const parts = describeDetailInWords({ ...facts, action, detail: null });

    expect(parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')).toBe(expected);
  });
});
