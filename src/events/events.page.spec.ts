import { EVENT_TYPES, type EventType } from './account-event.js';
import type { EventView } from './event.view.js';
import { EVENT_EXAMPLES } from './event-examples.js';
import { describeEvent } from './events.page.js';

/** The examples of the documentation, as events. */
const examples = EVENT_EXAMPLES.split('\n\n').flatMap((block) => {
  const [, id = '', type = '', data = ''] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(block) ?? [];
  return (EVENT_TYPES as readonly string[]).includes(type)
    ? [{ id, type: type as EventType, acct_id: 7, time: '2026-01-30T15:04:05.000Z', data: JSON.parse(data) }]
    : [];
});

const names: Readonly<Record<string, string>> = { instrument_id: 'ESH6', instrument_tick: '0.25' };

const describeText = (event: EventView): string =>
  String(describeEvent(event, { getName: (field, id) => names[field] ?? String(id) }))
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#39;', "'");

describe('describeEvent', () => {
  it('describes every event type', () => {
    expect(new Set(examples.map(({ type }) => type))).toEqual(new Set(EVENT_TYPES));
  });

  it.each([
    ['1230.a.7', 'Account The desk changed. It is enabled.'],
    ['1231.g.7.43', 'Another user can now view the account.'],
    ['1232.o.76.1', 'Order 76 was not accepted, and bought nothing.'],
    ['1233.o.77.1', 'Order 77 is open: it buys 10 ESH6 at 6712.25 or below.'],
    ['1234.o.77.2', 'Order 77: bought 4 ESH6 at 6712.00, 6 remaining.'],
    ['1234.f.9002', 'Bought 4 ESH6 at 6712.00, for order 77.'],
    ['1234.p.7.1', 'Position: 4 ESH6 long, average price 6712.00. Realized P&amp;L: 0.00 USD.'],
    ['1235.o.77.3', 'Order 77 was modified: it now buys 4 ESH6 at 6712.25 or below.'],
    ['1237.o.78.2', 'The market reached 6712.00: order 78 was triggered.'],
    ['1239.m.7', 'Money values of 2026-01-30: 1,000,000.00 in cash, 1,000,250.50 net liquidation value.'],
    ['1240.s.7', 'Reference positions of 2026-01-30 were posted: 1 instrument.'],
    ['1240.b.3', 'Break in ESH6 of 2026-01-30: the books have 4, the back office 5.'],
    ['1242.b.3', 'Break in ESH6 of 2026-01-30: the books have 4, the back office 4. Resolved.'],
  ])('describes event %s as: %s', (id, words) => {
    const event = examples.find((example) => example.id === id);
    if (event === undefined) throw new TypeError(`no example ${id}`);

    expect(describeText(event)).toBe(words);
  });
});
