import { BOARD_SIDES, DEPTH_SIDES } from '../../src/engine/board.js';
import { Engine } from '../../src/engine/engine.js';
import { restoreState, takeSnapshot } from '../../src/engine/snapshot.js';
import { computeStateHash } from '../../src/engine/state-hash.js';
import type { State } from '../../src/engine/state.js';
import { computeLiveValues } from '../../src/engine/valuation.js';
import { EngineFixture } from './engine-fixture.js';
import { Ledger } from './ledger.js';
import { acceptance, OfficeLines } from './office-lines.js';
import { chanceOf } from './random-lines.js';
import { FLOOR } from './script.js';
import { seed } from '../support/seed.js';

const text = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item));

/** Everything but the times and numbers of single items, which a restart may forget. */
function boards({ instruments }: State): string {
  const shown = [...instruments.values()]
    .sort((a, b) => a.id - b.id)
    .map(({ id, board }) => {
      const items = BOARD_SIDES.map((side) => [
        board.findItem(side)?.price ?? null,
        board.findItem(side)?.quantity ?? null,
      ]);
      return [id, board.seq, items, DEPTH_SIDES.map((side) => board.depth(side, Infinity).levels)];
    });
  return text(shown);
}

const values = ({ accounts }: State): string =>
  text([...accounts.values()].sort((a, b) => a.id - b.id).map(computeLiveValues));

/** A venue whose events are written into a ledger, beginning with its very first. */
function venue(seedOfVenue: number): { floor: EngineFixture; ledger: Ledger; say: () => string } {
  const floor = new EngineFixture([]);
  const ledger = new Ledger();
  const random = new OfficeLines(chanceOf(seedOfVenue), [acceptance]);
  const write = (line: string): string => {
    floor.say(line);
    ledger.write(floor.commands.at(-1) as never, floor.events);
    return line;
  };
  for (const line of FLOOR) write(line);
  return { floor, ledger, say: () => write(random.next()) };
}

describe(`recovery from events only, seed ${seed}`, () => {
  it('gives the same state, boards and values after each of 9,000 random commands', () => {
    for (let run = 0; run < 30; run++) {
      const { floor, ledger, say } = venue(seed + run);
      const said: string[] = [];
      for (let i = 0; i < 300; i++) {
        said.push(say());
        if (i % 10 !== 0 && i < 295) continue;
        const stored = ledger.snapshot();
        const live = floor.engine.state;
        const where = { run, said: '' };
        if (text(stored) !== text(takeSnapshot(live))) where.said = said.join('\n');
        expect(where).toEqual({ run, said: '' });
        const restored = restoreState(stored);
        expect({
          run,
          i,
          hash: computeStateHash(restored),
          boards: boards(restored),
          values: values(restored),
        }).toEqual({ run, i, hash: computeStateHash(live), boards: boards(live), values: values(live) });
      }
    }
  }, 300_000);

  it('continues with the same events as an uninterrupted venue', () => {
    for (let run = 0; run < 60; run++) {
      const { floor, ledger, say } = venue(seed * 3 + run);
      for (let i = 0; i < 150; i++) say();
      let restored = new Engine(
        restoreState({ ...ledger.snapshot(), clientOrders: takeSnapshot(floor.engine.state).clientOrders }),
      );
      for (let i = 0; i < 200; i++) {
        const line = say();
        const command = floor.commands.at(-1);
        if (command === undefined) throw new Error('Nothing was said.');
        expect({ run, line, published: text(restored.apply(command)) }).toEqual({
          run,
          line,
          published: text(floor.events),
        });
        if (i % 60 === 50) restored = new Engine(restoreState(ledger.snapshot()));
      }
      expect(computeStateHash(restored.state)).toBe(computeStateHash(floor.engine.state));
    }
  }, 300_000);

  it('keeps the new time priority of a modified order', () => {
    const floor = new EngineFixture([]);
    const ledger = new Ledger();
    const say = (line: string): void => {
      floor.say(line);
      ledger.write(floor.commands.at(-1) as never, floor.events);
    };
    for (const line of [...FLOOR, 'a buys 1 at 100', 'b buys 1 at 100', 'a changes 1 to 2']) say(line);
    const restored = new Engine(restoreState(ledger.snapshot()));
    floor.say('c sells 1 at 100');
    const events = restored.apply(floor.commands.at(-1) as never);

    expect(events.flatMap((event) => (event.type === 'Traded' ? [event.trade] : []))).toMatchObject([
      { buyOrderId: 2 },
    ]);
    expect(text(events)).toBe(text(floor.events));
  });
});
