import { openTypical } from '../browser/states/page-fixtures.js';
import { pages } from '../browser/states/pages.js';
import { formsOf } from '../support/page-forms.js';
import type { PageFixture } from '../support/page-fixture.js';
import { filled } from '../support/page-rows.js';
import { type FieldNeed, type FoundForm, listNeeds } from '../support/required-fields.js';

/** Fields that a page requires though no answer asks for them, and why. */
const exceptions = new Map([
  ['/login username', 'A sign-in that fails does not say which of the two is wrong.'],
  ['/login password', 'A sign-in that fails does not say which of the two is wrong.'],
  ['/profile/password current_password', 'An empty password is a wrong one, which is looked at last.'],
  ['/accounts/new time_zone', 'It cannot be changed later: a user who empties the field means another one than UTC.'],
  ['/orders/ticket client_order_id', 'Without it, a form that is sent twice places two orders.'],
]);

/** The same form of another thing is the same. */
const shapeOf = ({ form }: FoundForm): string =>
  [form.action.replaceAll(/\d+|keys\/[^/]+/g, '#'), ...form.all.map(({ name }) => name)].join(' ');

describe('fields of the forms of all pages', () => {
  let fixture: PageFixture;
  const needs: FieldNeed[] = [];
  beforeAll(async () => {
    fixture = await openTypical();
    const seen = new Set<string>();
    for (const { by, typical } of pages) {
      if (typeof typical !== 'string' || by === 'returning') continue;
      const browser = await fixture.browserOf(by);
      const address = filled(typical, fixture.names);
      for (const form of formsOf((await browser.get(address)).body)) {
        const found = { browser, address, form };
        if (form.method !== 'post' || seen.has(shapeOf(found))) continue;
        seen.add(shapeOf(found));
        needs.push(...(await listNeeds(found)));
      }
    }
  });
  afterAll(() => fixture.testApp.close());

  it('are required where leaving them empty is refused or ignored', () => {
    const isException = ({ action, name, isRequired }: FieldNeed): boolean =>
      isRequired && exceptions.has(`${action} ${name}`);
    expect(needs.length).toBeGreaterThan(100);
    expect(needs.filter((need) => need.isRequired !== need.isNeeded && !isException(need))).toEqual([]);
  });

  it('are filled in before the browser client of these tests sends a form', async () => {
    const browser = await fixture.browserOf('administrator');
    const page = await browser.get('/users/new');
    expect(() => browser.press(page, '/users/new', { email: 'a@example.test', password: '' })).toThrow(
      'a browser would ask for first_name, last_name, password',
    );
  });

  it.each([...exceptions])('are required as an exception: %s. %s', (field) => {
    expect(needs.filter(({ action, name }) => `${action} ${name}` === field)).toEqual([
      expect.objectContaining({ isRequired: true, isNeeded: false }),
    ]);
  });
});
