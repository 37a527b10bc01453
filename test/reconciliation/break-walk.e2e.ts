import { type BackOffice, daysAfter, openBackOffice } from '../support/back-office.js';
import { type BrowserClient, openBrowserClient } from '../support/browser-client.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

const COUNT = 6;

describe('a list of breaks', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  let browser: BrowserClient;
  let ids: number[];
  beforeAll(async () => {
    testApp = await openTestApp();
    desk = await openBackOffice(testApp);
    browser = openBrowserClient(testApp);
    await browser.signIn(desk.admin);
    const date = daysAfter(await desk.sessionDate(), -1);
    ids = [];
    for (const [at, quantity] of [3, -2, 3, 7, 1, -2].entries()) {
      const acctId = await desk.account(at < 3 ? desk.ada : desk.bob);
      const posted = await desk.refer(acctId, date, [{ instrument_id: desk.instrumentId, quantity, price: 6700 }]);
      ids.push(posted.json<{ breaks: { opened: { id: number }[] } }>().breaks.opened[0]?.id ?? 0);
      if (at === 1) await desk.refer(acctId, date, []);
    }
    for (const [at, due] of [
      [0, '2199-02-01'],
      [3, '2199-01-01'],
      [5, '2199-02-01'],
    ] as const)
      await testApp.request('POST', '/reconciliation/breaks/updates', {
        as: desk.admin.token,
        body: { break_ids: [ids[at]], assignee_id: desk.admin.id, due_on: due },
      });
  }, 60_000);
  afterAll(() => testApp.close());

  const list = async (query: string) =>
    (await desk.read<{ id: number }[]>(`/reconciliation/breaks?${query}`)).map(({ id }) => id);
  type Neighbors = Readonly<Record<'previous_id' | 'next_id' | 'previous_open_id' | 'next_open_id', number | null>>;
  const read = (id: number | undefined, query = '') =>
    desk.read<Neighbors>(`/reconciliation/breaks/${id ?? 0}?${query}`);

  it.each([
    'status=Open',
    'status=All',
    'status=All&sort=due_on',
    'status=All&sort=-due_on',
    'status=All&sort=difference',
    'status=All&sort=-difference',
    'status=Open&sort=-opened_at',
    'status=All&sort=as_of',
    'assignee_id=nobody&sort=-difference&status=All',
    'status=Open&account=bob',
  ])('is walked through from its first to its last break and back: %s', async (query) => {
    const listed = await list(query);
    const [forwards, backwards]: [number[], number[]] = [[], []];
    for (let id = listed[0] ?? null; id !== null; id = (await read(id, query)).next_id) forwards.push(id);
    for (let id = listed.at(-1) ?? null; id !== null; id = (await read(id, query)).previous_id) backwards.push(id);

    expect(listed.length).toBeGreaterThan(1);
    expect([forwards, backwards]).toEqual([listed, listed.toReversed()]);
  });

  it('goes on from a break that it has no longer, and without a query is that of the open ones', async () => {
    const [, closed, third] = ids;
    const ofAdmin = await read(closed, `assignee_id=${desk.admin.id}`);
    const { previous_id: previous, next_id: next } = await read(closed);

    expect([ofAdmin.previous_id, ofAdmin.next_id]).toEqual([ids[0], ids[3]]);
    expect([previous, next]).toEqual([ids[0], third]);
    expect(ofAdmin).toMatchObject({ previous_open_id: ids[0], next_open_id: third });
    expect(ids).toHaveLength(COUNT);
  });

  it('leads from a break to the review of a corrected list at once', async () => {
    const acctId = await desk.account(desk.ada);
    const date = daysAfter(await desk.sessionDate(), -1);
    const held = (quantity: number, price: number) => [{ instrument_id: desk.instrumentId, quantity, price }];
    await desk.refer(acctId, daysAfter(date, -1), held(2, 6690.125));
    await desk.refer(acctId, date, held(5, 6700.5));
    const [, id = 0] = await list(`acct_id=${acctId}`);
    const broken = await browser.get(`/reconciliation/breaks/${id}`);
    const forms = [...broken.body.matchAll(/<form[^>]*action="\/accounts\/statements\/rows"[^]*?<\/form>/g)];
    const review = await browser.follow(await browser.press(broken, '/accounts/statements/rows', {}));
    await browser.submit(review);

    expect(forms.map(([form]) => /<button[^>]*>([^<]*)</.exec(form)?.[1])).toEqual([
      'Use our books',
      'Correct the previous list',
    ]);
    expect(review.body.replaceAll(/<[^>]*>/g, ' ')).toMatch(/list \d+, corrected[^]*agrees[^]*6700\.50/);
    expect(await desk.read(`/reconciliation/breaks/${id}`)).toMatchObject({ status: 'Closed', reference: 2 });
  });

  it('stays filtered and sorted on the way through its breaks and what is done there', async () => {
    const query = `?assignee_id=${desk.admin.id}&sort=-due_on`;
    const escaped = query.replaceAll('&', '&amp;');
    const page = await browser.get(`/reconciliation/breaks${query}&symbol=`);
    const broken = await browser.get(`/reconciliation/breaks/${ids[5]}${query}`);
    const fields = { assignee: '', due_on: '', undated: 'yes' };
    const done = await browser.press(broken, '/reconciliation/breaks/updates/new', fields);
    const noted = await browser.press(broken, `/reconciliation/breaks/${ids[5]}/notes/new`, { text: 'Asked.' });
    const refused = await browser.press(broken, `/reconciliation/breaks/${ids[5]}/notes/new`, {
      text: 'x'.repeat(501),
    });

    expect(page.body).toContain(`<a href="/reconciliation/breaks/${ids[5]}${escaped}">${ids[5]}</a>`);
    expect(broken.body).toContain(
      `<a href="/reconciliation/breaks${escaped}">Back to the list</a> · <a href="/reconciliation/breaks/${ids[0]}${escaped}">Previous break</a> · <a href="/reconciliation/breaks/${ids[3]}${escaped}">Next break</a>`,
    );
    expect([done, noted].map(({ headers }) => headers.location)).toEqual(
      Array(2).fill(`/reconciliation/breaks/${ids[5]}${query}`),
    );
    expect(refused.body).toContain(`<a href="/reconciliation/breaks/${ids[5]}${escaped}">Back to break`);
  });
});
