import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { openBrowserClient } from '../support/browser-client.js';
import type { Person } from '../support/people.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

describe('the assignee of a break', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  beforeAll(async () => {
    testApp = await openTestApp();
    desk = await openBackOffice(testApp);
  });
  afterAll(() => testApp.close());

  /** Name and title in the row, and the label in the filter and in the form. */
  const listNames = async (reader: Person): Promise<readonly (string | undefined)[]> => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(reader);
    const { body } = await browser.get('/reconciliation/breaks');
    const [, id = '', title, name] = /\?assignee_id=(\d+)">(?:<span title="(.*?)">)?(.*?)<\//.exec(body) ?? [];
    const selects = [...body.matchAll(/<select[^>]* name="assignee(?:_id)?"[^>]*>(.*?)<\/select>/gs)];
    const options = selects.map(([, list = '']) => new RegExp(`<option value="${id}"[^>]*>([^<]*)`).exec(list)?.[1]);
    return [name, title, ...options];
  };

  it('is shown by name, and to administrators and to themselves by email in the title and in choices', async () => {
    await desk.trade(2, 6700);
    const date = new Date(Date.parse(await desk.sessionDate()) - 86_400_000).toISOString().slice(0, 10);
    await desk.refer(desk.adas, date, [{ instrument_id: desk.instrumentId, quantity: 5, price: 6700 }]);
    const [found] = await desk.read<{ id: number }[]>('/reconciliation/breaks');
    await testApp.request('POST', '/reconciliation/breaks/updates', {
      as: desk.admin.token,
      body: { break_ids: [found?.id], assignee_id: desk.admin.id },
    });
    const me = await desk.read<{ first_name: string; last_name: string }>('/users/me');

    const name = `${me.first_name} ${me.last_name}`.trim();
    const { email } = desk.admin;
    expect(await listNames(desk.admin)).toEqual([name, email, email, email]);
    expect(await listNames(desk.ada)).toEqual([name, undefined, name, name]);
  });
});
