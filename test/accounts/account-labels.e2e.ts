import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { openBrowserClient } from '../support/browser-client.js';
import type { Person } from '../support/people.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

describe('accounts of the same name on pages', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  let second: number;
  beforeAll(async () => {
    testApp = await openTestApp();
    desk = await openBackOffice(testApp);
    second = await desk.account(desk.ada);
    await desk.trade(5, 100);
    await desk.trade(3, 100, second);
  });
  afterAll(() => testApp.close());

  const read = async (person: Person, path: string): Promise<string> => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(person);
    return (await browser.follow(await browser.get(path))).body;
  };
  const link = (id: number, name: string): string => `<a href="/accounts/${id}">${name}</a>`;

  it('have their numbers where a user has two, and none where a user has one', async () => {
    for (const path of ['/desk', '/positions', `/desk/${desk.instrumentId}`]) {
      const page = await read(desk.ada, path);
      for (const id of [desk.adas, second])
        expect(page).toMatch(new RegExp(`<a href="/accounts/${id}"[^>]*>An account \\(${id}\\)</a>`));
      expect(await read(desk.bob, path)).toContain(link(desk.bobs, 'An account'));
    }
  });

  it('have their owner beside the title for administrators only', async () => {
    const [page, own] = [await read(desk.admin, `/accounts/${second}`), await read(desk.ada, `/accounts/${second}`)];

    expect(page).toContain(`<h1>An account <span class="none">of ada Example, ${desk.ada.email}</span></h1>`);
    expect(page).toContain(`<title>An account of ${desk.ada.email}`);
    expect(own).toContain('<h1>An account</h1>');
  });

  it('are offered to administrators with the email of the owner, and to users without', async () => {
    expect(await read(desk.admin, '/orders')).toContain(
      `<option value="${second}">An account (${second}, ${desk.ada.email})</option>`,
    );
    expect(await read(desk.ada, '/orders')).toContain(`<option value="${second}">An account (${second})</option>`);
    expect(await read(desk.admin, '/positions')).toMatch(
      new RegExp(`${link(desk.bobs, 'An account')}<br><span class="none">account ${desk.bobs}, bob@`),
    );
  });
});
