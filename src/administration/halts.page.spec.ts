import { anonymousPageContext } from '../../test/support/page-context.js';
import type { HaltsView } from './administration.view.js';
import { haltsPage } from './halts.page.js';

type HaltedInstrument = HaltsView['halted'][number];

/** As many halted instruments of a group as these, for that reason. */
const haltedOf = (group: number, count: number, reason: string): HaltedInstrument[] =>
  Array.from(
    { length: count },
    (_, at) =>
      ({
        ...{ id: 10 * group + at, product_group_id: group, symbol: `S${at}`, status_reason: reason },
        ...{ product_name: 'A product', working_orders: 0, halted_at: null, halted_by: null },
      }) as HaltedInstrument,
  );

describe('page of halts', () => {
  it.each([
    ['a group', haltedOf(1, 2, 'Feed lost'), 'US index futures, 2 instruments'],
    [
      'a group and more',
      [...haltedOf(1, 2, 'Feed lost'), ...haltedOf(2, 1, 'Feed lost')],
      'US index futures, 2 instruments; 1 of other groups',
    ],
    ['the venue', [...haltedOf(1, 2, 'Feed lost'), ...haltedOf(2, 3, 'Feed lost')], 'The whole venue, 5 instruments'],
    ['a part of a group', haltedOf(2, 2, 'Feed lost'), '2 instruments'],
    ['a group for two reasons', [...haltedOf(1, 1, 'Feed lost'), ...haltedOf(1, 1, 'Wrong price')], '1 instrument'],
  ])('names what is halted as a whole: %s', (_, halted, words) => {
    const groups = [
      { id: 1, name: 'US index futures', instruments: 2, halted: 2 },
      { id: 2, name: 'Energy', instruments: 3, halted: 3 },
    ];
    const { body } = haltsPage({ groups, halted }, anonymousPageContext);

    expect(/<span class="sentence">([^<]*)/.exec(body.toString())?.[1]).toBe(words);
  });
});
