import { createHash } from 'node:crypto';
import { Engine } from '../../src/engine/engine.js';
import type { EngineEvent } from '../../src/engine/event.js';
import type { OrderRow } from '../../src/engine/order.js';
import { type Chance, chanceOf } from './random-lines.js';
import { parse } from './script.js';
import { describeEvents } from './describe-events.js';

/** Recorded from the engine of commit 6c5687d, whose journals know no AdoptRules. It never changes again. */
const RECORDED = '8b07bbc928457116e962f080ad2b3badcaa1c536de8b3e2eab29def8db891315';

const OPENING = [
  ...[
    'group 1 band 300',
    'product 1',
    'product 2',
    'instrument X of 1',
    'instrument Y of 1 until 2026-01-08',
    'instrument Z of 2',
    'open 2026-01-05',
    'open 2026-01-05 product 2',
  ],
  ...['a', 'b', 'c', 'd'].map((account) => `${account} opens`),
  'd is limited position 30 product 40 orders 12 size 8',
];

const pick = <Value>(chance: Chance, values: readonly Value[]): Value => values[chance(values.length)] as Value;

/** A generator of its own: what other tests do with their own must not change what was recorded. */
class RecordedLines {
  private day = 5;
  private orders = 1;

  constructor(private readonly chance: Chance) {}

  next(): readonly string[] {
    const { chance } = this;
    const roll = chance(100);
    if (roll < 62) return [this.order()];
    if (roll < 82)
      return [
        `${this.account()} changes ${this.recent()} ${pick(chance, ['to', 'at', 'stop', 'version 2 at', 'version 1 to'])} ${pick(chance, ['3', '9', this.price()])}`,
      ];
    if (roll < 88)
      return [
        `${this.account()} cancels ${pick(chance, [this.recent(), this.recent(), this.recent(), this.recent(), 'all X', 'everybody Y'])}`,
      ];
    if (roll < 91)
      return [`group 1 ${pick(chance, ['band 300', 'band 100', 'band 300 CancelResting', 'band 300 CancelBoth', ''])}`];
    if (roll < 93)
      return [`${this.account()} is ${pick(chance, ['disabled', 'enabled', 'enabled', 'enabled', 'enabled'])}`];
    if (roll < 95)
      return [
        `${this.account()} has formerly 2026-01-0${Math.max(4, this.day - 1)} X:${chance(9) - 4}@${this.price()}`,
      ];
    if (roll < 98) return [`settle ${pick(chance, ['X', 'Y', 'Z'])} at ${this.price()}`];
    return this.nextDay();
  }

  private nextDay(): readonly string[] {
    if (this.day === 9) return [];
    const [today, tomorrow] = [`2026-01-0${this.day}`, `2026-01-0${++this.day}`];
    return [`close ${today}`, `close ${today} product 2`, `open ${tomorrow}`, `open ${tomorrow} product 2`];
  }

  private order(): string {
    const { chance } = this;
    this.orders++;
    const price = pick(chance, ['', '', ...Array<string>(8).fill(`at ${this.price()}`)]);
    const stop = pick(chance, ['', '', '', `stop ${this.price()}`]);
    const life = price === '' ? '' : pick(chance, ['', '', 'gtc', 'ioc', 'fok', 'post', `until 2026-01-0${this.day}`]);
    return `${this.account()} ${pick(chance, ['buys', 'sells'])} ${1 + chance(9)} ${price} ${stop} ${life} on ${pick(chance, ['X', 'X', 'Y', 'Z'])}${pick(chance, ['', '', ` as n${chance(400)}`])}`;
  }

  private recent = (): string => String(Math.max(1, this.orders - this.chance(12)));
  private account = (): string => pick(this.chance, ['a', 'b', 'c', 'd']);
  private price = (): string => String(95 + this.chance(11));
}

const rowOf = (order: OrderRow): unknown[] => [
  ...[
    order.id,
    order.revision,
    order.state,
    order.cancelReason,
    order.quantity,
    order.filledQuantity,
    order.limitPrice,
    order.stopPrice,
  ],
  ...[order.timeInForce, order.updatedAt, order.triggeredAt, order.rank],
];

/** What a journal of that time led to. Fields that were added since are left out. */
function recordedPart(event: EngineEvent): unknown[] {
  if ('order' in event) return [event.type, rowOf(event.order)];
  if ('refusal' in event) return [event.type, event.refusal.code, event.refusal.detail];
  if (event.type === 'Traded')
    return [
      event.trade.id,
      event.trade.price,
      event.trade.quantity,
      event.trade.aggressorSide,
      event.trade.sessionDate,
      rowOf(event.buy),
      rowOf(event.sell),
    ];
  if (event.type === 'PositionChanged')
    return [
      event.position.acctId,
      event.position.instrumentId,
      event.position.quantity,
      String(event.position.cost),
      String(event.position.realised),
    ];
  if (event.type === 'MarketDataChanged') return [event.instrumentId, event.seq, event.sides];
  return 'closes' in event
    ? [
        event.type,
        event.closes.map((close) => [
          close.acctId,
          close.instrumentId,
          close.quantity,
          close.mark === null ? null : close.mark.price,
          String(close.profit.total),
          String(close.profit.realised),
        ]),
      ]
    : [event.type];
}

function digestOfVenue(seed: number): string {
  const engine = new Engine();
  const lines = new RecordedLines(chanceOf(seed));
  const hash = createHash('sha256');
  let seq = 0;
  const say = (line: string): void => {
    const events = engine.apply(parse(line.replaceAll(/ +/g, ' '), ++seq));
    hash.update(JSON.stringify([describeEvents(events), events.map(recordedPart)]));
  };
  for (const line of OPENING) say(line);
  for (let i = 0; i < 500; i++) for (const line of lines.next()) say(line);
  return hash.digest('hex');
}

describe('a journal without AdoptRules', () => {
  it('gives the events that the first version of the engine gave', () => {
    const digests = Array.from({ length: 30 }, (_, run) => digestOfVenue(20_261_122 + run));
    expect(createHash('sha256').update(digests.join()).digest('hex')).toBe(RECORDED);
  });
});
