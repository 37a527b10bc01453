import type { EngineEvent } from '../../src/engine/event.js';
import type { RefusalFigures } from '../../src/engine/refusal.js';
import { EngineFixture } from './engine-fixture.js';
import { FLOOR } from './script.js';

const figuresOf = (events: readonly EngineEvent[]): RefusalFigures | null | undefined => {
  const refused = events.find((event) => event.type === 'ActionRefused');
  return refused === undefined ? undefined : (refused.refusal.figures ?? null);
};

/** The figures of the last of these lines: null of a refusal without any, undefined of no refusal. */
function answer(lines: string, rules = 'rules 3'): RefusalFigures | null | undefined {
  const floor = new EngineFixture([rules, ...FLOOR.slice(1)]);
  for (const line of lines.split('\n').map((one) => one.trim())) floor.say(line);
  return figuresOf(floor.events);
}

describe('the figures of a refusal', () => {
  it.each<[string, object]>([
    ['product 1 tick 25 scale 2\na buys 1 at 100.3', { tick: '0.25', nearest: ['100.25', '100.5'] }],
    ['product 1 tick 25 scale 2\na buys 1 at 0.1', { tick: '0.25', nearest: ['0.25'] }],
    ['product 1 tick 25 scale 2\na buys 1 at -7.1', { tick: '0.25', nearest: ['0.25'] }],
    ['product 1 tick 25 scale 2 negative\na buys 1 at -7.1', { tick: '0.25', nearest: ['-7.25', '-7'] }],
    ['product 1 tick 5\na buys 1 stop 101', { tick: '5', nearest: ['100', '105'] }],
    ['product 1 tick 5\na buys 1 at 100.000000001', { tick: '5', nearest: ['100', '105'] }],
    ['product 1 tick 5\ngroup 1 band 300\nsettle X at 100\na buys 1 at 103', { tick: '5', nearest: ['100'] }],
    ['product 1 tick 5\ngroup 1 band 300\nsettle X at 100\na sells 1 at 103', { tick: '5', nearest: ['100', '105'] }],
    [
      'product 1 tick 5\ngroup 1 band 300\nsettle X at 100\na buys 1 stop 200 at 203',
      { tick: '5', nearest: ['200', '205'] },
    ],
    ['product 1 tick 5\ngroup 1 band 300\nsettle X at 102\na buys 1 at 250.5', { tick: '5', nearest: ['105'] }],
    ['group 1 band 300\nsettle X at 100\na buys 1 at 104', { low: '97', high: '103', reference: '100' }],
    ['a is limited size 4\na buys 5 at 100', { limit: '4', wouldBe: '5' }],
    ['a is limited position 6\na buys 2 at 100\na buys 5 at 100', { limit: '6', wouldBe: '7' }],
    ['a is limited product 6\na buys 2 at 100\na buys 5 at 100', { limit: '6', wouldBe: '7' }],
    ['a is limited orders 1\na buys 2 at 100\na buys 5 at 100', { limit: '1', wouldBe: '2' }],
    ['a is limited loss 0\na buys 2 at 100', { limit: '0', wouldBe: '0', currency: 'USD' }],
    [
      'a buys 3 at 100\ngroup 1 margin 10\na is limited power 100\na buys 2 at 100',
      { required: '0.002', available: '0', used: '0.003', buyingPower: '0', currency: 'USD' },
    ],
    [
      'a has money 2026-01-04 cash 40 worth 40\na buys 3 at 100\ngroup 1 margin 10\na is limited power 100\na buys 2 at 100',
      { required: '0.002', available: '0.001', used: '0.003', buyingPower: '0.004', currency: 'USD' },
    ],
    ['a is limited orders 1\na buys 2 at 100\na is limited position 6\na changes 1 to 9', { limit: '6', wouldBe: '9' }],
  ])('%s', (lines, figures) => {
    expect(answer(lines)).toEqual(figures);
  });

  it.each(['halt X\na buys 1 at 100', 'a buys 0 at 100', 'a buys 1 at 0'])(
    'are absent where nothing is counted: %s',
    (lines) => {
      expect(answer(lines)).toBeNull();
    },
  );

  it('are absent under the rules of earlier journals', () => {
    expect(answer('a is limited size 4\na buys 5 at 100', 'rules 2')).toBeNull();
    expect(answer('a buys 2 at 100\na is limited size 4\na changes 1 to 9', 'rules 2')).toBeNull();
    expect(answer('a buys 2 at 100\na is limited size 4\na changes 1 to 9')).toEqual({ limit: '4', wouldBe: '9' });
  });

  it('are the number of the order that has the client order id, since the fifth rules', () => {
    const lines = 'a buys 1 at 100\na buys 2 at 100 as mine\na buys 3 at 100 as mine';
    expect([answer(lines, 'rules 5'), answer(lines, 'rules 4')]).toEqual([{ orderId: '2' }, null]);
  });
});

describe('the figures of the band', () => {
  const lines = (tick: number, basis: number, order: string) =>
    `product 1 tick ${tick}\ngroup 1 band 500\nsettle X at ${basis}\n${order}`;

  it.each([
    [lines(5, 101, 'a buys 1 at 110'), { low: '96', high: '106' }, { low: '100', high: '105' }],
    [lines(5, 101, 'a sells 1 at 90'), { low: '96', high: '106' }, { low: '100', high: '105' }],
    [lines(5, 200, 'a buys 1 stop 100 at 110'), { low: '95', high: '105' }, { low: '95', high: '105' }],
    ['group 1 band 10000\nsettle X at 5\na buys 1 at 11', { low: '0', high: '10' }, { low: '1', high: '10' }],
    // No price on the tick is within: that of the side is taken, on the far side of the reference.
    [lines(100, 130, 'a buys 1 at 200'), { low: '124', high: '136' }, { low: '100', high: '100' }],
    [lines(100, 130, 'a sells 1 at 100'), { low: '124', high: '136' }, { low: '200', high: '200' }],
  ])('are prices that are accepted, since the seventh rules: %s', (script, before, since) => {
    expect(answer(script, 'rules 6')).toMatchObject(before);
    expect(answer(script, 'rules 7')).toMatchObject(since);
  });

  it('are absent where no price is accepted', () => {
    expect(answer(lines(100, 50, 'a buys 1 at 100'), 'rules 7')).toBeNull();
  });
});

describe('a price that cannot be counted', () => {
  const refuse = (rules: string, line: string) => {
    const floor = new EngineFixture([rules, ...FLOOR.slice(1)]);
    for (const each of ['product 1 tick 25 scale 2', 'a buys 1 at 100', line]) floor.say(each);
    return floor.events.find((event) => event.type === 'ActionRefused')?.refusal;
  };

  it.each([
    'a buys 1 at 99999999999999',
    'a buys 1 at -99999999999999',
    'a buys 1 at 1234567890123.25',
    'a buys 1 at 123456789012345',
    'a buys 1 stop 99999999999999',
    'a changes 1 at 99999999999999',
  ])('is too large since the sixth rules, and was off the tick before: %s', (line) => {
    expect(refuse('rules 6', line)).toEqual({
      ...{ code: 'price_out_of_band', detail: 'The price is beyond what this venue can count.' },
    });
    if (!line.includes('.25')) expect(refuse('rules 5', line)).toMatchObject({ code: 'price_off_tick' });
  });

  it('is off the tick with more decimals than the product has', () => {
    expect(refuse('rules 6', 'a buys 1 at 123456789012.001')).toMatchObject({
      ...{ code: 'price_off_tick', figures: { tick: '0.25' } },
    });
  });
});

describe('a price that the order does not have', () => {
  it.each([
    ['rules 4', 'price_off_tick'],
    ['rules 5', 'inconsistent_terms'],
  ])('is refused under %s with %s', (rules, code) => {
    const floor = new EngineFixture([rules, ...FLOOR.slice(1)]);
    for (const line of ['a buys 1 at 100', 'a changes 1 stop 105']) floor.say(line);
    expect(floor.events.find((event) => event.type === 'ActionRefused')?.refusal).toEqual({
      ...{ code, detail: 'This type of order has no such price.' },
    });
  });
});
