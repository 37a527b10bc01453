import type { Actor } from '../../access/actor.js';
import { type OrderSession, OrderSessions } from './order-sessions.js';

const ada: Actor = { userId: 1, actingUserId: 1, role: 'Customer', clientId: 'key', scope: [] };
const stream = { handOver: () => undefined, settled: () => Promise.resolve() };
const MINUTE = 60_000;

const hold = (session: OrderSession, id: string, text: string): void =>
  session.hold(id, { status: 201, actionIds: [Number(id)], text });

describe('OrderSessions', () => {
  it('finds a session for its user, administrator and key alone', () => {
    const sessions = new OrderSessions();
    const { id } = sessions.begin(ada, stream);

    expect(sessions.find(id, ada, 0)?.id).toBe(id);
    for (const other of [{ userId: 2 }, { actingUserId: 2 }, { clientId: 'other' }, { clientId: null }])
      expect(sessions.find(id, { ...ada, ...other }, 0)).toBeNull();
  });

  it('holds a session for five minutes after its end', () => {
    const sessions = new OrderSessions();
    const session = sessions.begin(ada, stream);
    sessions.end(session, 10 * MINUTE);

    expect(sessions.find(session.id, ada, 14.9 * MINUTE)).toBe(session);
    expect(sessions.find(session.id, ada, 15 * MINUTE)).toBeNull();
  });

  it('drops the oldest of 2,000 ended sessions, and no open one', () => {
    const sessions = new OrderSessions();
    const open = sessions.begin(ada, stream);
    const ended = Array.from({ length: 2_001 }, () => sessions.begin(ada, stream));
    for (const session of ended) sessions.end(session, 0);

    expect(ended.map(({ id }) => sessions.find(id, ada, 0) !== null).filter((isHeld) => !isHeld)).toHaveLength(1);
    expect(sessions.find(ended[0]?.id ?? '', ada, 0)).toBeNull();
    expect(sessions.find(open.id, ada, 0)).toBe(open);
  });

  it('holds the last 200 answers of a session', () => {
    const session = new OrderSessions().begin(ada, stream);
    for (let n = 0; n < 201; n++) hold(session, String(n), 'x');
    hold(session, '1', 'again');

    expect([session.find('0'), session.find('1')?.text, session.find('200')?.text]).toEqual([undefined, 'again', 'x']);
    expect(session.find('2')).toBeDefined();
  });

  it('holds answers beyond 256 KiB without their bodies', () => {
    const session = new OrderSessions().begin(ada, stream);
    const large = 'x'.repeat(100_000);
    for (const id of ['1', '2', '3']) hold(session, id, large);

    expect(['1', '2', '3'].map((id) => session.find(id)?.text?.length ?? null)).toEqual([100_000, 100_000, null]);
    expect(session.find('3')).toEqual({ status: 201, actionIds: [3], text: null });
  });

  it('holds answers of all sessions beyond 64 MiB without their bodies, until others are dropped', () => {
    const sessions = new OrderSessions();
    const large = 'x'.repeat(262_144);
    const many = Array.from({ length: 257 }, () => sessions.begin(ada, stream));
    many.forEach((session) => hold(session, '1', large));
    expect(many.filter((session) => session.find('1')?.text === null)).toEqual([many[256]]);

    sessions.end(many[0] as OrderSession, 0);
    sessions.find('', ada, 5 * MINUTE);
    hold(many[256] as OrderSession, '1', large);
    expect(many[256]?.find('1')?.text).toBe(large);
  });
});
