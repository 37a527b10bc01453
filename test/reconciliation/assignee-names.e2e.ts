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

  const readAssignee = async (reader: Person): Promise<string | undefined> => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(reader);
    const { body } = await browser.get('/reconciliation/breaks');
    return /href="\/reconciliation\/breaks\?assignee_id=\d+">(.*?)<\/a>/.exec(body)?.[1]?.replaceAll('<wbr>', '');
  };

  const listNames = async (reader: Person): Promise<readonly (string | undefined)[]> => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(reader);
    const { body } = await browser.get('/reconciliation/breaks');
    const [, id = ''] = /\?assignee_id=(\d+)">/.exec(body) ?? [];
    const selects = [...body.matchAll(/<select[^>]* name="assignee(?:_id)?"[^>]*>(.*?)<\/select>/gs)];
    const options = selects.map(([, list = '']) => new RegExp(`<option value="${id}"[^>]*>([^<]*)`).exec(list)?.[1]);
    return [/\?assignee_id=\d+">(.*?)<\/a>/.exec(body)?.[1]?.replaceAll('<wbr>', ''), ...options];
  };

  it('is shown by email to administrators and by name to the owner of the account', async () => {
    await desk.trade(2, 6700);
    const date = new Date(Date.parse(await desk.sessionDate()) - 86_400_000).toISOString().slice(0, 10);
    await desk.refer(desk.adas, date, [{ instrument_id: desk.instrumentId, quantity: 5, price: 6700 }]);
    const [found] = await desk.read<{ id: number }[]>('/reconciliation/breaks');
    await testApp.request('POST', '/reconciliation/breaks/updates', {
      as: desk.admin.token,
      body: { break_ids: [found?.id], assignee_id: desk.admin.id },
    });
    const me = await desk.read<{ first_name: string; last_name: string }>('/users/me');

    expect(await readAssignee(desk.admin)).toBe(desk.admin.email);
    expect(await readAssignee(desk.ada)).toBe(`${me.first_name} ${me.last_name}`.trim());
    // The row, the filter and the form.
    for (const reader of [desk.admin, desk.ada]) {
      const [shown, ...options] = await listNames(reader);
      expect(options).toEqual([shown, shown]);
    }
    await testApp.request('POST', '/reconciliation/breaks/updates', {
      as: desk.admin.token,
      body: { break_ids: [found?.id], assignee_id: desk.ada.id },
    });
    const [shown, ...options] = await listNames(desk.ada);
    expect(options).toEqual([shown, shown]);
  });
});
