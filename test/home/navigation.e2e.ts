import { openBrowserClient } from '../support/browser-client.js';
import { people, type Person } from '../support/people.js';
import { openTestApp, type TestApp } from '../support/test-app.js';

/** The links of a bar, as `path label`. */
const listLinks = (page: string, bar: string): string[] => {
  const markup = new RegExp(`<nav[^>]*aria-label="${bar}">(.*?)</nav>`, 's').exec(page)?.[1] ?? '';
  return [...markup.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, path, label]) => `${path} ${label}`);
};

describe('the bars of the pages', () => {
  let testApp: TestApp;
  let admin: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    admin = await people.admin(testApp);
  });
  afterAll(() => testApp.close());

  it('have the entries of all modules in their order', async () => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(admin);
    const { body: administration } = await browser.get('/administration');
    const { body: profile } = await browser.get('/profile');

    expect(listLinks(administration, 'Main')).toEqual([
      '/desk Overview',
      '/marketdata Market',
      '/orders Orders',
      '/positions Positions',
      '/accounts Accounts',
      '/administration Administration',
      '/docs Documentation',
    ]);
    expect(listLinks(administration, 'Administration')).toEqual([
      '/administration Overview',
      '/users Users',
      '/productgroups Product groups',
      '/products Products',
      '/instruments Instruments',
      '/administration/halts Halts',
      '/reconciliation/breaks Breaks',
      '/audit Audit log',
      '/administration/health Health',
    ]);
    expect(listLinks(profile, 'Your account')).toEqual([
      '/profile API keys',
      '/webhooks Webhooks',
      '/profile/access Access',
      '/profile/password Password',
      '/profile/details Details',
      '/audit Activity',
    ]);
  });

  it('lead, from each statement of the administration, to the upload of its kind', async () => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(admin);
    const { body } = await browser.get('/administration');
    const listUploads = (name: string): string[] => {
      const area = body.split('<section>').find((one) => one.includes(`>${name}</a></h2>`)) ?? '';
      return [...area.matchAll(/href="([^"]*\/upload[^"]*)"/g)].map(([, path = '']) => path);
    };

    expect([listUploads('Money values'), listUploads('Reference positions')]).toEqual([
      Array(2).fill('/accounts/statements/upload?kind=money'),
      ['/accounts/statements/upload?kind=positions'],
    ]);
  });

  it.each([
    ['/reconciliation/breaks', '/accounts'],
    ['/refpositions', '/accounts'],
    ['/users', '/administration'],
    ['/audit', '/administration'],
    ['/instruments', '/administration'],
    ['/fills', '/orders'],
    ['/events', '/desk'],
    ['/users/me', undefined],
  ])('mark, on %s, %s as current', async (path, expected) => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(admin);
    const { body } = await browser.get(path);

    expect(/<a href="([^"]*)" aria-current="(?:true|page)">/.exec(body.slice(0, body.indexOf('</header>')))?.[1]).toBe(
      expected,
    );
  });

  it('list the keyboard shortcuts of all modules by place', async () => {
    const { body } = await testApp.request('GET', '/shortcuts', { accept: 'text/html' });
    const places = body.split('<h2>').slice(1);

    expect(
      places.flatMap((place) =>
        [...place.matchAll(/<th scope="row">(.*?)<\/th><td>(.*?)<\/td>/g)].map(
          ([, keys = '', does]) =>
            `${place.slice(0, place.indexOf('<'))}: ${keys.replaceAll(/<\/?kbd>/g, '')} – ${does}`,
        ),
      ),
    ).toEqual([
      'On every page: ? – Show this list',
      'On every page: g then d – Go to the overview',
      'On every page: g then m – Go to the market',
      'On every page: g then w – Go to the watchlists',
      'On every page: g then o – Go to the orders',
      'On every page: g then p – Go to the positions',
      'On every page: g then a – Go to the accounts',
      'On every page: n – Place an order: in the ticket of the page, if it has one',
      'On every page: / – Go to the search of the page',
      'On every page: Esc – Leave a field, or close what is open',
      'In a list: j – One row down',
      'In a list: k – One row up',
      'In a list: Enter – Open the row',
      'In a list: e – Change the order of the row',
      'In a list: c – Cancel the order of the row',
      'At an order: e – Change it',
      'At an order: c – Go to the button that cancels it',
      'In the chart of an instrument: ← – One bar back, and its figures; with Shift ten',
      'In the chart of an instrument: → – One bar on; with Shift ten',
      'In the chart of an instrument: Home – To the oldest bar',
      'In the chart of an instrument: End – To the newest bar',
      'In the chart of an instrument: + – Fewer bars, wider',
      'In the chart of an instrument: - – More bars, narrower',
      'In the chart of an instrument: Esc – Leave the bar',
      'At a row of a watchlist: Enter – Open the page of the instrument',
      'At a row of a watchlist: n – Open its ticket',
      'At a row of a watchlist: l – Begin an alert on it',
      'At a row of a watchlist: J – Move the row down; K moves it up',
      'At a row of a watchlist: Delete – Remove the row',
      'In a ticket: b – Buy',
      'In a ticket: s – Sell',
      'In a ticket: 1 – Limit order; 2 market, 3 stop, 4 stop limit',
      'In a ticket: + – One more; - one less, also ↑ and ↓ in the quantity',
      'In a ticket: p then Enter – Place the order; in a field Enter alone',
      'In a ticket: ↑ – In a price: one step up; an empty one begins at the last price, where the page shows it',
      'In a ticket: ↓ – In a price: one step down; an empty one begins at the last price, where the page shows it',
      'In a ticket: Enter – In a field: send the order',
      'On the page of an instrument: x then Enter – Close the position at market',
      'On the page of an instrument: ↓ – At a price in the ladder: to the next one; ↑ back, Enter puts it into the ticket',
      'On the page of an instrument: ↑ then Enter – At an order in the ladder: move it one tick up; ↓ down, Esc leaves it',
      'On the page of an instrument: Page Up – In the ladder: scroll it; Page Down down, Home back to the market',
      'On the page of an instrument: m – Center the ladder on the market',
      'On the page of an instrument: c then Enter – Cancel all working orders',
    ]);
  });
});
