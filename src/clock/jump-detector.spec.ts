import { type JumpDetectorState, type JumpEvent, JumpDetector } from './jump-detector.js';

const NOON = Date.parse('2026-11-16T12:00:00Z');
const [SECOND, MINUTE, DAY] = [1_000, 60_000, 86_400_000];

/** A guard whose clocks were set at noon, and the time it tells so many milliseconds later on a wall clock that is so far off. */
function openGuard({
  holdMs = 10 * MINUTE,
  first = { zero: NOON, held: null },
}: Readonly<{ holdMs?: number; first?: JumpDetectorState }> = {}) {
  const events: JumpEvent[] = [];
  const guard = new JumpDetector(first, holdMs, (event) => events.push(event));
  /** How far the time is from what the steady clock makes of it. */
  const errorAt = (steady: number, off = 0): number =>
    guard.toVenueTime({ wall: NOON + steady + off, steady }) - NOON - steady;
  return { guard, events, errorAt };
}

describe('JumpDetector', () => {
  it.each([DAY, -DAY, 5 * MINUTE + 1, -5 * MINUTE - 1])(
    'continues its time while the clock is %d ms off, and returns to normal afterwards',
    (jump) => {
      const { events, errorAt } = openGuard();

      expect([
        errorAt(0),
        errorAt(SECOND, jump),
        errorAt(10 * SECOND, jump),
        errorAt(11 * SECOND),
        errorAt(12 * SECOND),
      ]).toEqual([0, 0, 0, 0, 0]);
      expect(events).toEqual(['held', 'returned']);
    },
  );

  it.each([5 * MINUTE, -5 * MINUTE, 1, -1])('follows a correction of %d ms at once', (step) => {
    const { events, errorAt } = openGuard();

    expect([errorAt(0), errorAt(SECOND, step), errorAt(2 * SECOND, step)]).toEqual([0, step, step]);
    expect(events).toEqual([]);
  });

  it('returns whole milliseconds, also while holding back', () => {
    const { guard } = openGuard();

    expect(guard.toVenueTime({ wall: NOON + SECOND, steady: SECOND + 0.3 })).toBe(NOON + SECOND);
    expect(guard.toVenueTime({ wall: NOON + DAY, steady: SECOND + 7.6 })).toBe(NOON + SECOND + 7);
  });

  it('measures a jump against the last correction', () => {
    const { events, errorAt } = openGuard();

    expect([errorAt(SECOND, 4 * MINUTE), errorAt(2 * SECOND, 8 * MINUTE), errorAt(3 * SECOND, 2 * MINUTE)]).toEqual([
      4 * MINUTE,
      8 * MINUTE,
      8 * MINUTE,
    ]);
    expect(events).toEqual(['held']);
  });

  it('applies a jump after its hold time, not earlier', () => {
    const { guard, events, errorAt } = openGuard();

    expect([errorAt(SECOND, DAY), errorAt(SECOND + 10 * MINUTE - 1, DAY), errorAt(SECOND + 10 * MINUTE, DAY)]).toEqual([
      0,
      0,
      DAY,
    ]);
    expect(events).toEqual(['held', 'applied']);
    expect(guard.state).toEqual({ zero: NOON + DAY, held: null });
  });

  it('restarts the hold time for another jump', () => {
    const { events, errorAt } = openGuard();

    expect([
      errorAt(0, DAY),
      errorAt(9 * MINUTE, 2 * DAY),
      errorAt(11 * MINUTE, 2 * DAY),
      errorAt(19 * MINUTE, 2 * DAY),
    ]).toEqual([0, 0, 0, 2 * DAY]);
    expect(events).toEqual(['held', 'held', 'applied']);
  });

  it('accepts a correction during the hold time without restarting it', () => {
    const { events, errorAt } = openGuard();

    expect([errorAt(0, DAY), errorAt(9 * MINUTE, DAY - SECOND), errorAt(10 * MINUTE, DAY - SECOND)]).toEqual([
      0,
      0,
      DAY - SECOND,
    ]);
    expect(events).toEqual(['held', 'applied']);
  });

  it('applies an accepted jump at once, and only that jump', () => {
    const { guard, events, errorAt } = openGuard();

    expect(guard.accept(NOON)).toBe(false);
    errorAt(SECOND, DAY);
    expect(guard.accept(NOON + 2 * DAY)).toBe(false);
    expect(errorAt(2 * SECOND, DAY)).toBe(0);
    expect(guard.accept(NOON + DAY)).toBe(true);
    expect(errorAt(3 * SECOND, DAY)).toBe(DAY);
    expect(events).toEqual(['held', 'accepted']);
  });

  it('continues a hold time that another process started', () => {
    const { events, errorAt } = openGuard({ first: { zero: NOON, held: { zero: NOON + DAY, since: SECOND } } });

    expect([errorAt(9 * MINUTE, DAY), errorAt(SECOND + 10 * MINUTE, DAY)]).toEqual([0, DAY]);
    expect(events).toEqual(['applied']);
  });

  it('holds nothing back with a hold time of 0', () => {
    const { events, errorAt } = openGuard({ holdMs: 0 });

    expect([errorAt(0), errorAt(SECOND, DAY), errorAt(2 * SECOND, -DAY)]).toEqual([0, DAY, -DAY]);
    expect(events).toEqual([]);
  });
});
