import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { type BrowserClient, openBrowserClient } from '../support/browser-client.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

describe('the totals of open positions in the overview', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  let browser: BrowserClient;
  beforeAll(async () => {
    testApp = await openTestApp();
    desk = await openBackOffice(testApp);
    browser = openBrowserClient(testApp);
    await browser.signIn(desk.ada);
  });
  afterAll(() => testApp.close());

  const readOverview = async (): Promise<string> => (await browser.get('/desk')).body;
  /** The figures of a column, row by row, in cents; the last one is the total. */
  const readColumn = (body: string, key: string): number[] => {
    const table = /<section[^>]*aria-label="Positions with their P&amp;L">[\s\S]*?<\/section>/.exec(body)?.[0] ?? '';
    return [...table.matchAll(new RegExp(`<td[^>]*data-field="${key}"[^>]*>([^<]*)</td>`, 'g'))].map(([, text = '']) =>
      Math.round(100 * Number(text.replaceAll('−', '-').replaceAll(/[^\d.-]/g, ''))),
    );
  };
  const sum = (figures: readonly number[]): number => figures.reduce((total, one) => total + one, 0);
  const expectThatColumnsAddUp = (body: string): void => {
    for (const key of ['day_pnl', 'unrealised_pnl', 'realised_pnl']) {
      const figures = readColumn(body, key);
      const total = figures.pop();
      expect({ key, total, rows: figures.length > 0 }).toEqual({ key, total: sum(figures), rows: true });
    }
  };

  it('have a line for positions that were closed, so that each column adds up', async () => {
    const flat = await desk.account(desk.ada);
    await desk.trade(2, 6700, flat);
    await desk.trade(1, 6701);
    await desk.trade(-2, 6703, flat);

    const body = await readOverview();
    expect(body).toMatch(/<tr id="closed-USD"><th scope="row"[^>]*>Closed positions USD<\/th>/);
    expect(readColumn(body, 'realised_pnl')).toEqual([0, 30_000, 30_000]);
    expect(readColumn(body, 'day_pnl')).toEqual([10_000, 30_000, 40_000]);
    expectThatColumnsAddUp(body);
  });

  it('explain what money values had in positions besides the open profit, on the overview and on the page of the account', async () => {
    const acctId = await desk.account(desk.ada, { name: 'Reported' });
    const readNotes = async (path = '/desk'): Promise<string[]> =>
      [...(await browser.get(path)).body.matchAll(/<p class="hint">(.*?until the next\.)/g)].map(([, words = '']) =>
        words.replaceAll(/<[^>]*>/g, ''),
      );
    const date = await desk.sessionDate();
    await desk.trade(1, 6702, acctId);
    await desk.money(acctId, [date, 1_000_000, 1_000_000]);
    expect(await readNotes()).toEqual([]);
    await desk.trade(1, 6704, acctId);
    await desk.money(acctId, [date, 1_000_000, 1_000_250]);
    const note = [
      `+150.00 of In positions came with the money values of ${date}: it is neither cash nor open profit, and stays until the next.`,
    ];
    expect(await readNotes()).toEqual(note);
    await desk.trade(-2, 6703, acctId);
    expect(await readNotes()).toEqual(note);
    expect(await readNotes(`/accounts/${acctId}`)).toEqual(note);
  });

  it('have a line for the positions beyond the listed ones', async () => {
    for (let at = 0; at < 26; at++) await desk.trade(1, 6702, await desk.account(desk.ada));

    const body = await readOverview();
    expect(body).toMatch(/<tr id="more-USD"><th scope="row"[^>]*>2 more in USD<\/th>/);
    expectThatColumnsAddUp(body);
  });

  it('stand beside an explanation of the figures that differ by definition, as on the other pages with them', async () => {
    for (const path of ['/desk', '/positions', `/accounts/${desk.adas}`])
      expect((await browser.get(path)).body).toContain('<summary>What these figures count</summary>');
  });
});
