import { EngineFixture } from './engine-fixture.js';
import { volume } from '../support/volume.js';
import { chanceOf, RandomLines } from './random-lines.js';
import { seed } from '../support/seed.js';

const venues = volume({ daily: 100, ci: 400, long: 2_000 });
const linesEach = 500;

/** The first disagreement of a venue, with everything that led to it; null where there is none. */
function disagreement(seedOfVenue: number): string | null {
  const floor = new EngineFixture();
  const lines = new RandomLines(chanceOf(seedOfVenue));
  const said: string[] = [];
  for (let i = 0; i < linesEach; i++) {
    const line = lines.next();
    const { engine, naive } = floor.say(line);
    said.push(`${line} -> ${engine}`);
    if (withoutConflict(engine) !== withoutConflict(naive))
      return [`seed ${seedOfVenue}`, ...said, `THE NAIVE VENUE SAYS ${naive}`].join('\n');
  }
  const books = ['X', 'Y'].map((name) => floor.ask(`book ${name}`));
  const naiveBooks = [1, 2].map((instrument) =>
    [true, false]
      .map(
        (buy) =>
          floor.naive
            .queue(instrument, buy)
            .map((order) => `#${order.id} ${order.quantity - order.filled}@${order.limit ?? ''}`)
            .join(' ') || 'none',
      )
      .join(' | '),
  );
  return books.join() === naiveBooks.join()
    ? null
    : [`seed ${seedOfVenue}`, ...said, ...books, 'THE NAIVE BOOKS ARE', ...naiveBooks].join('\n');
}

/** The naive venue takes every repetition of a name for a copy. */
const withoutConflict = (text: string): string =>
  /^(?:replayed|client_order_id_conflict)/.test(text) ? 'taken' : text;

describe('the engine beside a naive venue', () => {
  it(`gives the same events and books for ${venues * linesEach} random commands, seed ${seed}`, () => {
    for (let venue = 0; venue < venues; venue++) expect(disagreement(seed + venue)).toBeNull();
  }, 300_000);
});
