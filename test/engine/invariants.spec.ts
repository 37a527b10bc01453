import { Engine } from '../../src/engine/engine.js';
import { restoreState, type Snapshot, takeSnapshot } from '../../src/engine/snapshot.js';
import { computeStateHash } from '../../src/engine/state-hash.js';
import { Auditor } from './auditor.js';
import { EngineFixture } from './engine-fixture.js';
import { type Chance, chanceOf, RandomLines } from './random-lines.js';
import { parse } from './script.js';
import { seed } from '../support/seed.js';
import { volume } from '../support/volume.js';

const RUNS = volume({ daily: 60, ci: 200, long: 200 });
const COMMANDS = 300;
const LIMITS = ['a is limited position 12 orders 5', 'b is limited size 6 product 15'];

function shuffled<Value>(values: readonly Value[], chance: Chance): Value[] {
  return values
    .map((value) => ({ value, key: chance(1_000_000) }))
    .sort((x, y) => x.key - y.key)
    .map(({ value }) => value);
}

/** A venue that has gone a random way of so many lines. */
function venue(seedOfVenue: number, lines: number): { floor: EngineFixture; said: string[] } {
  const floor = new EngineFixture();
  const random = new RandomLines(chanceOf(seedOfVenue));
  for (const line of LIMITS) floor.say(line);
  const said = Array.from({ length: lines }, () => random.next());
  for (const line of said) floor.say(line);
  return { floor, said };
}

const text = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item));

describe(`the invariants of the venue, seed ${seed}`, () => {
  it('hold after every random command', () => {
    for (let run = 0; run < RUNS; run++) {
      const floor = new EngineFixture();
      const random = new RandomLines(chanceOf(seed + run));
      const auditor = new Auditor(floor);
      for (let i = 0; i < COMMANDS; i++) {
        floor.say(i < LIMITS.length ? (LIMITS[i] ?? '') : random.next());
        auditor.look();
      }
      expect({ run, faults: auditor.faults }).toEqual({ run, faults: [] });
    }
  }, 300_000);

  it('a replay of the same commands gives the same events and the same state', () => {
    for (let run = 0; run < 50; run++) {
      const { floor } = venue(seed + run, 400);
      const again = new Engine();
      const events = floor.commands.map((command) => text(again.apply(command)));
      const third = new Engine();
      expect(floor.commands.map((command) => text(third.apply(command)))).toEqual(events);
      expect(computeStateHash(again.state)).toBe(computeStateHash(floor.engine.state));
    }
  }, 300_000);

  it('another order, price, quantity or position changes the state hash', () => {
    const { floor } = venue(seed, 200);
    const before = computeStateHash(floor.engine.state);
    floor.say('resume X');
    floor.say('d is enabled');
    const unlike = new Set([before, computeStateHash(floor.engine.state)]);
    floor.say('d buys 1 at 50 gtc');
    unlike.add(computeStateHash(floor.engine.state));
    floor.say('settle Y at 101');
    unlike.add(computeStateHash(floor.engine.state));
    expect(unlike.size).toBe(4);
  });

  it('a venue restored from shuffled rows continues identically', () => {
    for (let run = 0; run < 100; run++) {
      const { floor } = venue(seed + run, 300);
      const chance = chanceOf(seed - run);
      const snapshot = takeSnapshot(floor.engine.state);
      const rows = {
        ...snapshot,
        orders: shuffled(snapshot.orders, chance),
        holdings: shuffled(snapshot.holdings, chance),
        accounts: shuffled(snapshot.accounts, chance),
        instruments: shuffled(snapshot.instruments, chance),
      };
      const restored = new Engine(restoreState(rows));
      expect(computeStateHash(restored.state)).toBe(computeStateHash(floor.engine.state));
      const random = new RandomLines(chanceOf(seed * 2 + run));
      for (let i = 0; i < 200; i++) {
        floor.say(random.next());
        const command = floor.commands.at(-1);
        if (command === undefined) throw new Error('Nothing was said.');
        expect(text(restored.apply(command))).toBe(text(floor.events));
      }
      expect(computeStateHash(restored.state)).toBe(computeStateHash(floor.engine.state));
    }
  }, 300_000);

  it('the order of the fields of a row does not change the state hash', () => {
    const { floor } = venue(seed, 200);
    const turned = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turned);
      if (value === null || typeof value !== 'object') return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([name, item]) => [name, turned(item)]),
      );
    };
    expect(computeStateHash(restoreState(turned(takeSnapshot(floor.engine.state)) as Snapshot))).toBe(
      computeStateHash(floor.engine.state),
    );
  });

  it('a repeated submission changes nothing but the journal position', () => {
    for (let run = 0; run < 50; run++) {
      const { floor, said } = venue(seed + run, 200);
      const named = said.filter((line) => / as n\d+$/.test(line));
      for (const line of named) {
        const before = takeSnapshot(floor.engine.state);
        const { engine } = floor.say(line);
        if (!engine.startsWith('replayed')) continue;
        const after = takeSnapshot(floor.engine.state);
        expect(text({ ...after, counters: { ...after.counters, command: before.counters.command } })).toBe(
          text(before),
        );
      }
      expect(named.length).toBeGreaterThan(0);
    }
  });

  it('an engine without its client order ids takes the earlier order from the submission', () => {
    const floor = new EngineFixture();
    floor.say('a buys 5 at 100 as mine');
    floor.say('a cancels mine');
    const { clientOrders, ...rest } = takeSnapshot(floor.engine.state);
    const forgetful = new Engine(restoreState({ ...rest, clientOrders: [] }));
    const [earlier] = clientOrders;
    if (earlier === undefined) throw new Error('The name was not kept.');
    const next = floor.commands.length + 1;
    expect(forgetful.apply({ ...parse('a buys 5 at 100 as mine', next), earlier } as never)).toEqual([
      { type: 'ActionReplayed', actionId: 1, orderId: 1 },
    ]);
    const conflict = forgetful.apply({ ...parse('a buys 6 at 100 as mine', next + 1), earlier } as never);
    expect(conflict).toMatchObject([{ type: 'ActionRefused', refusal: { code: 'client_order_id_conflict' } }]);
    const finished = forgetful.apply({ ...parse('a cancels mine', next + 2), earlier } as never);
    expect(finished).toMatchObject([{ type: 'ActionRefused', refusal: { code: 'order_not_open' } }]);
  });

  it('a command with a wrong number throws', () => {
    expect(() => new Engine().apply(parse('group 1', 2))).toThrow('Command 2 came after 0.');
  });
});
