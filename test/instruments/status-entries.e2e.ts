import { type BrowserClient, openBrowserClient } from '../support/browser-client.js';
import { people, type Person } from '../support/people.js';
import { referenceData } from '../support/reference-data.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

describe('audit entries of instruments that are halted or resumed together', () => {
  let testApp: TestApp;
  let admin: Person;
  let browser: BrowserClient;
  let data: ReturnType<typeof referenceData>;
  let groupId: number;
  let ids: number[];
  beforeAll(async () => {
    testApp = await openTestApp();
    admin = await people.admin(testApp);
    data = referenceData(testApp, admin.token);
    groupId = await data.group({ symbol: 'EQ', name: 'Equity' });
    const productId = await data.product(groupId);
    ids = [];
    for (const symbol of ['ONE', 'TWO', 'THREE']) ids.push(await data.instrument(productId, { symbol }));
    browser = openBrowserClient(testApp);
    await browser.signIn(admin);
  });
  afterAll(() => testApp.close());

  const update = async (fields: Readonly<Record<string, unknown>>): Promise<void> => {
    expect((await data.send('POST', '/instruments/statuses', fields)).statusCode).toBe(200);
  };
  const readNewest = async (count: number, query = ''): Promise<unknown[]> =>
    (await data.list(`/audit?per_page=${count}${query}`, admin.token)).map(({ action, detail }) => [action, detail]);
  const readPage = async (): Promise<string> => (await browser.get('/audit')).body;
  const readNewestSentence = async (): Promise<string> =>
    (/<ol class="log">[\s\S]*?<p>([\s\S]*?)<\/p>/.exec(await readPage())?.[1] ?? '').replace(/<[^>]*>/g, '');
  const listIds = (): string => ids.map((id) => `instrument ${id}`).join(', ');

  it('are one for a group, with its instruments, and one for their resumption by a list', async () => {
    await update({ status: 'Halted', status_reason: 'Feed lost', product_group_id: groupId });
    const halted = `productgroup ${groupId}: 3 instruments, status Open → Halted, status_reason null → “Feed lost”; ${listIds()}`;
    expect(await readNewest(2)).toEqual([
      ['instruments.halted', halted],
      ['session.started', ''],
    ]);
    expect(await readNewestSentence()).toBe(
      `${admin.email} halted trading in Equity: 3 instruments, reason: “Feed lost”`,
    );
    expect(await readPage()).toContain(
      `<th scope="row">Instruments</th><td>${ids.map((id, at) => `<a href="/instruments/${id}">${['ONE', 'TWO', 'THREE'][at]}</a>`).join(', ')}</td>`,
    );

    await update({ status: 'Open', instrument_ids: ids });
    const resumed = `3 instruments, status Halted → Open, status_reason “Feed lost” → null; ${listIds()}`;
    expect(await readNewest(2)).toEqual([
      ['instruments.resumed', resumed],
      ['instruments.halted', halted],
    ]);
    expect(await readNewestSentence()).toBe(
      `${admin.email} resumed trading in 3 instruments, halted before: “Feed lost”`,
    );
  });

  it('are found by the symbol of each instrument, and by the group', async () => {
    for (const q of ['TWO', 'Equity'])
      expect((await readNewest(10, `&q=${q}&action=instruments.halted`)).length).toBe(1);
    expect(await readNewest(10, '&q=FOUR')).toEqual([]);
  });

  it('are one for each reason where the halts of the venue end together', async () => {
    await update({ status: 'Halted', status_reason: 'By hand', instrument_ids: [ids[0]] });
    expect(await readNewest(1)).toEqual([
      ['instrument.changed', `instrument ${ids[0]}: status Open → Halted, status_reason null → “By hand”`],
    ]);
    await update({ status: 'Halted', status_reason: 'Everything', whole_venue: true });
    expect(await readNewestSentence()).toBe(
      `${admin.email} halted trading in the whole venue: 2 instruments, reason: “Everything”`,
    );
    await update({ status: 'Open', whole_venue: true });
    expect(new Set((await readNewest(2)).map(String))).toEqual(
      new Set([
        `instruments.resumed,the whole venue: 1 instrument, status Halted → Open, status_reason “By hand” → null; instrument ${ids[0]}`,
        `instruments.resumed,the whole venue: 2 instruments, status Halted → Open, status_reason “Everything” → null; instrument ${ids[1]}, instrument ${ids[2]}`,
      ]),
    );
    await update({ status: 'Open', whole_venue: true });
    expect((await readNewest(1))[0]).toEqual(['instruments.resumed', expect.any(String)]);
  });
});
