import type { Command } from '../../src/engine/command.js';
import { Engine } from '../../src/engine/engine.js';
import type { EngineEvent } from '../../src/engine/event.js';
import { LazyCopies, LazySet } from '../../src/engine/lazy-copies.js';
import { requireRow } from '../../src/engine/require-row.js';
import { StateCopy } from '../../src/engine/state-copy.js';
import { computeStateHash } from '../../src/engine/state-hash.js';
import { computeLiveValues } from '../../src/engine/valuation.js';
import { describeEvents } from './describe-events.js';
import { EngineFixture } from './engine-fixture.js';
import { OfficeLines } from './office-lines.js';
import { chanceOf, RandomLines } from './random-lines.js';
import { FLOOR, parse } from './script.js';
import { seed } from '../support/seed.js';

const VENUES = 30;
const COMMANDS = 300;

const isOrderAction = ({ type }: Command): boolean =>
  type.endsWith('OrderSub') ||
  type === 'OrderModification' ||
  type === 'OrderCancellation' ||
  type === 'MassCancellation';

/** A copy has no board of its own: nobody reads market data there. */
const withoutMarketData = (events: readonly EngineEvent[]): EngineEvent[] =>
  events.filter(({ type }) => type !== 'MarketDataChanged');

/** The next commands: an order action, some in a row, or something else. */
function nextCommands({ state }: Engine, lines: RandomLines): Command[] {
  const commands: Command[] = [];
  for (let seq = state.counters.command + 1; commands.length < 3; seq++) {
    const command = parse(lines.next(), seq, Math.min(...state.pending.keys(), Infinity));
    commands.push(command);
    if (!isOrderAction(command)) break;
  }
  return commands;
}

describe('an engine on a copy of a state', () => {
  it(`gives the same events and orders as the engine and leaves the state unchanged, seed ${seed}`, () => {
    let compared = 0;
    for (let venue = 0; venue < VENUES; venue++) {
      const engine = new Engine();
      for (const line of FLOOR) engine.apply(parse(line, engine.state.counters.command + 1));
      const lines = new RandomLines(chanceOf(seed + venue));
      while (engine.state.counters.command < COMMANDS) {
        const commands = nextCommands(engine, lines);
        const actions = commands.filter(isOrderAction);
        // A hash of everything takes longer than all the rest.
        const before = engine.state.counters.command % 7 === 0 ? computeStateHash(engine.state) : null;
        const copy = new Engine(new StateCopy(engine.state));
        const expected = actions.map((action) => withoutMarketData(copy.apply(action)));
        if (before !== null) expect(computeStateHash(engine.state)).toBe(before);
        expect(actions.map((action) => withoutMarketData(engine.apply(action)))).toEqual(expected);
        if (before !== null) expect(copy.state.orders.toColumns()).toEqual(engine.state.orders.toColumns());
        for (const command of commands.filter((one) => !isOrderAction(one))) engine.apply(command);
        compared += actions.length;
      }
    }
    expect(compared).toBeGreaterThan(VENUES * COMMANDS * 0.5);
  }, 120_000);
});

describe('the loss of a day on a copy of a state', () => {
  it('begins at the closing price of what a list has added', () => {
    const floor = new EngineFixture();
    for (const line of [
      'settle X at 110',
      'close 2026-01-05',
      'a has positions 2026-01-05 X:3@104',
      'a is limited loss 5',
      'open 2026-01-06',
      'c buys 1 at 108',
      'd sells 1 at 108',
    ])
      floor.say(line);
    const { state } = floor.engine;
    const events = new Engine(new StateCopy(state)).apply(parse('a buys 1 at 100', state.counters.command + 1));

    expect([describeEvents(events), floor.say('a buys 1 at 100').engine]).toEqual(['daily_limit', 'daily_limit']);
  });
});

describe('an engine on a copy of a state that takes statements', () => {
  it(`makes of a statement what the engine makes of it and leaves the state unchanged, seed ${seed}`, () => {
    let compared = 0;
    for (let venue = 0; venue < VENUES; venue++) {
      const engine = new Engine();
      for (const line of FLOOR) engine.apply(parse(line, engine.state.counters.command + 1));
      const lines = new OfficeLines(chanceOf(seed + venue));
      while (engine.state.counters.command < COMMANDS) {
        const seq = engine.state.counters.command + 1;
        const command = parse(lines.next(), seq, Math.min(...engine.state.pending.keys(), Infinity));
        if ('asOf' in command) {
          const before = computeStateHash(engine.state);
          const copy = new Engine(new StateCopy(engine.state, true));
          const events = copy.apply(command);
          expect(computeStateHash(engine.state)).toBe(before);
          expect(engine.apply(command)).toEqual(events);
          const account = requireRow(engine.state.accounts, command.acctId);
          expect(computeLiveValues(requireRow(copy.state.accounts, command.acctId))).toEqual(
            computeLiveValues(account),
          );
          compared++;
        } else engine.apply(command);
      }
    }
    expect(compared).toBeGreaterThan(VENUES * 10);
  }, 120_000);
});

describe('lazy copies', () => {
  it('contain additions and not the removed entries of a map', () => {
    const base = new Map([
      ['a', { n: 1 }],
      ['b', { n: 2 }],
      ['c', { n: 3 }],
    ]);
    const copies = new LazyCopies(base, ({ n }) => ({ n }));
    const first = copies.get('a');
    if (first !== undefined) first.n = 10;
    copies.set('d', { n: 4 });

    expect([copies.delete('b'), copies.delete('b'), copies.delete('e')]).toEqual([true, false, false]);
    expect([copies.get('a') === first, copies.get('b'), copies.has('b'), copies.has('c'), copies.size]).toEqual([
      true,
      undefined,
      false,
      true,
      3,
    ]);
    copies.set('b', { n: 20 });
    expect([...copies]).toEqual([
      ['a', { n: 10 }],
      ['c', { n: 3 }],
      ['d', { n: 4 }],
      ['b', { n: 20 }],
    ]);
    expect([...copies.values()].map(({ n }) => n)).toEqual([10, 3, 4, 20]);
    expect([...base.values()]).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it('contain additions and not the removed entries of a set', () => {
    const base = new Set([1, 2, 3]);
    const copies = new LazySet(base);

    expect([
      copies.delete(2),
      copies.delete(2),
      copies.delete(9),
      copies.add(4).add(3).has(4),
      copies.has(2),
      copies.size,
    ]).toEqual([true, false, false, true, false, 3]);
    expect([...copies]).toEqual([1, 3, 4]);
    expect([...copies.add(2)]).toEqual([1, 2, 3, 4]);
    expect([copies.delete(4), copies.size, [...base]]).toEqual([true, 3, [1, 2, 3]]);
  });
});
