import { daysAfter, type BackOffice, openBackOffice } from '../support/back-office.js';
import { type Browser, openBrowser, type Display, type Window } from '../support/browser.js';
import { people, type Person } from '../support/people.js';
import { signedIn } from '../support/signed-in.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

const NOTE = 'Asked the back office why the trade of the day before is missing from their list; they answer on Monday.';

describe('the back office in Chromium', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  let browser: Browser;
  let home: string;
  let date: string;
  let owner: Person;
  let ids: number[];
  beforeAll(async () => {
    testApp = await openTestApp();
    desk = await openBackOffice(testApp);
    [browser, home] = [await openBrowser(), await testApp.url()];
    date = daysAfter(await desk.sessionDate(), -1);
    owner = await people.named(testApp, 'a-customer-with-a-long-name');
    ids = [await openBreak(owner), await openBreak(desk.ada), await openBreak(desk.bob)];
    const resolved = await openBreak(desk.bob);
    await desk.refer((await read(resolved)).acct_id, date, []);
    await testApp.request('POST', '/reconciliation/breaks/updates', {
      as: desk.admin.token,
      body: { break_ids: ids.slice(0, 2), assignee_id: desk.admin.id, due_on: '2199-01-01', note: NOTE },
    });
    // As if time had passed.
    await testApp.orm.em.execute('update break_assignments set due_on = ?', [daysAfter(date, -3)]);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await testApp.close();
  });

  const openBreak = async (person: Person): Promise<number> => {
    const acctId = await desk.account(person, { name: 'Sandbox USD' });
    const list = [{ instrument_id: desk.instrumentId, quantity: 3, price: 6700 }];
    const posted = await desk.refer(acctId, date, list);
    return posted.json<{ breaks: { opened: { id: number }[] } }>().breaks.opened[0]?.id ?? 0;
  };
  const enter = async (person: Person, path: string, display: Display = {}): Promise<Window> =>
    browser.open(`${home}${path}`, { ...display, cookies: await signedIn(testApp, person) });
  const read = (id: number) =>
    desk.read<{ acct_id: number; assignee_id: number | null; note: { text: string } | null }>(
      `/reconciliation/breaks/${id}`,
    );

  it.each([
    [1280, ''],
    [1280, '?status=All'],
    [1920, ''],
  ])('shows each cell of the breaks whole at %i pixels (%j)', async (width, query) => {
    const { page, close } = await enter(desk.admin, `/reconciliation/breaks${query}`, { width });
    const hidden = await page.locator('#list .scroll').evaluate((box) => box.scrollWidth - box.clientWidth);
    const acctId = (await read(ids[0] ?? 0)).acct_id;

    expect(hidden).toBe(0);
    expect(await page.innerText(`#break-${ids[0]}`)).toContain(NOTE);
    expect((await page.innerText(`#break-${ids[0]}`)).replaceAll(/\s+/g, ' ')).toContain(
      `${acctId} Sandbox USD a-customer-with-a-long-name Example`,
    );
    await close();
  });

  it.each([1280, 1920])('shows each cell of a review of money values whole at %i pixels', async (width) => {
    const [acctId, other] = [await desk.account(owner, { name: 'Sandbox USD' }), await desk.account(desk.ada)];
    await desk.refer(acctId, date, [{ instrument_id: desk.instrumentId, quantity: 3, price: 6700 }]);
    const { page, close } = await enter(desk.admin, '/accounts/statements/upload?kind=money', { width });
    const lines = [`${acctId},${date},12345678.25,112345678.25`, `${other},${date},1000000,1000000`];
    await page.fill('#text', ['acct_id,as_of,cash_balance,net_liq', ...lines].join('\n'));
    await page.click('text=Preview changes');
    const first = page.locator('.scroll tbody tr').first();

    expect(await page.locator('.scroll').evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    expect((await first.innerText()).replaceAll(/\s+/g, ' ')).toMatch(
      /Worth afterwards: net liquidation value 112,345,678\.25, cash 12,345,678\.25$/,
    );
    await close();
  });

  it('breaks no email within the name of its host', async () => {
    const { page, close } = await enter(desk.admin, '/refpositions', { width: 1280 });
    const lines = await page.locator('#list tbody td').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        const letters: (readonly [node: Node, at: number, letter: string])[] = [];
        while (walker.nextNode() !== null)
          for (const [at, letter] of (walker.currentNode.textContent ?? '').split('').entries())
            letters.push([walker.currentNode, at, letter]);
        const text = letters.map(([, , letter]) => letter).join('');
        return [...text.matchAll(/(?<=@)example\.test/g)].map(({ 0: host, index }) => {
          const tops = letters.slice(index, index + host.length).map(([node, at]) => {
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            return Math.round(range.getBoundingClientRect().top);
          });
          return new Set(tops).size;
        });
      }),
    );

    expect(lines.length).toBeGreaterThan(3);
    expect(new Set(lines)).toEqual(new Set([1]));
    await close();
  });

  it.each([true, false])('works through the day of a list with two errors (script: %s)', async (script) => {
    const [one, other] = [await desk.account(desk.ada), await desk.account(desk.bob)];
    const { page, close } = await enter(desk.admin, '/accounts/statements/upload', { script });
    const lines = [`${one};${date};DESK;4;6.712,25`, `${one};${date};ESX26;1;`, `${other};${date};DESK;x;6.712,25`];
    await page.fill('#text', ['sep=;', 'account;date;symbol;quantity;price', ...lines].join('\n'));
    await page.click('text=Preview changes');
    expect(await page.locator('.faults').allInnerTexts()).toEqual([
      expect.stringMatching(/^Price is missing\.\s+There is no instrument “ESX26”\.$/),
      expect.stringMatching(/^Quantity must be a whole number/),
    ]);
    await page.check('text=Leave this line out >> nth=0');
    await page.fill('#line-5-3', '3');
    await page.click('text=Check again');
    expect(await page.innerText('.flash')).toContain('Line 4 is left out.');
    expect(await page.innerText('.message.info')).toContain('Nothing was imported yet.');
    await page.click('text=Import all 2');
    await page.click('text=View open breaks');
    const breaks = await desk.read<{ id: number }[]>(`/reconciliation/breaks?account=${other}`);
    const id = breaks.at(-1)?.id ?? 0;
    await page.check(`#break-${id} input`);
    await page.fill('.updates #note', 'Asked them.');
    await page.click('text=Change selected');
    await page.click(`#break-${id} a`);
    await page.click('text=Use our books');
    await page.fill('#note', 'Their list had a trade too many.');
    await page.click('main button:has-text("Import")');
    expect(await page.innerText('main')).toContain('1 closed');
    expect(await desk.read(`/reconciliation/breaks/${id}`)).toMatchObject({
      status: 'Closed',
      notes: [{ text: 'Asked them.' }, { text: 'Their list had a trade too many.' }],
    });
    await page.goto(`${home}/accounts/${one}/statement?as_of=${date}`);
    expect(await page.innerText('#main')).toMatch(/DESK[^]*4[^]*/);
    expect(await page.isVisible('text=Print')).toBe(script);
    await page.emulateMedia({ media: 'print' });
    expect(await page.isVisible('text=Print')).toBe(false);
    await close();
  });

  it('shows an instrument by symbol and name', async () => {
    const acctId = (await read(ids[0] ?? 0)).acct_id;
    const { page, close } = await enter(desk.admin, '/reconciliation/breaks');
    const [list] = await desk.read<{ id: number }[]>(`/refpositions?acct_id=${acctId}`);
    const statement = `/accounts/${acctId}/statement?as_of=${date}`;
    for (const path of [
      '/reconciliation/breaks',
      `/reconciliation/breaks/${ids[0]}`,
      `/refpositions/${list?.id}`,
      statement,
    ]) {
      await page.goto(`${home}${path}`);
      expect(await page.innerText('main')).toMatch(/DESK[^]*E-mini S&P 500/);
    }
    await close();
  });

  it('shows the number of an account, and no owner, to the owner', async () => {
    const { page, close } = await enter(desk.ada, '/reconciliation/breaks');
    const acctId = (await read(ids[1] ?? 0)).acct_id;
    const row = (await page.innerText(`#break-${ids[1]}`)).replaceAll(/\s+/g, ' ');
    await page.goto(`${home}/refpositions`);

    expect(row).toContain(`account ${acctId} `);
    expect(row).not.toContain(desk.ada.email);
    expect((await page.innerText('#list')).replaceAll(/\s+/g, ' ')).toContain(`Sandbox USD account ${acctId} `);
    await close();
  });

  it.each([true, false])('has the first break and what is ticked in sight on a phone (script: %s)', async (script) => {
    const { page, close } = await enter(desk.admin, '/reconciliation/breaks', { script, width: 360 });
    const first = page.locator('#list tbody tr').first();
    expect((await first.boundingBox())?.y).toBeLessThan(500);
    expect(await page.isVisible('#symbol')).toBe(false);
    await first.locator('input').check();
    expect((await page.locator('#updates').boundingBox())?.height).toBeLessThan(90);
    await page.click('text=Change the selected breaks');
    expect(await page.isVisible('text=Change selected')).toBe(true);
    await page.click('text=Filter');
    expect(await page.isVisible('#symbol')).toBe(true);
    await close();
  });

  it('prints the statements of all accounts without the way to each', async () => {
    const { page, close } = await enter(desk.admin, `/accounts/statements?as_of=${daysAfter(date, 1)}`);
    expect(await page.isVisible('button:has-text("Print")')).toBe(true);
    expect(await page.isVisible('th:has-text("Details")')).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect(await page.isVisible('button:has-text("Print")')).toBe(false);
    expect(await page.isVisible('th:has-text("Details")')).toBe(false);
    expect(await page.isVisible('tbody td:last-child:has-text("Statement")')).toBe(false);
    expect(
      await page.evaluate(() => {
        const link = document.querySelector('tbody a');
        return link === null ? null : getComputedStyle(link).textDecorationLine;
      }),
    ).toBe('none');
    await close();
  });

  it('marks no figure of the statements that has not changed', async () => {
    await desk.money(await desk.account(desk.bob), [date, 1000, 1000]);
    await desk.money(await desk.account(desk.bob, { currency: 'EUR' }), [date, 2000, 2000]);
    const { page, close } = await enter(desk.admin, `/accounts/statements?as_of=${date}`);
    await page.evaluate(() => {
      const marked: string[] = [];
      Object.assign(window, { marked });
      new MutationObserver((changes) => {
        for (const { target } of changes) marked.push((target as HTMLElement).outerHTML);
      }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['data-changed'] });
    });
    await page.waitForResponse((response) => response.url().includes('/accounts/statements'));
    await page.waitForResponse((response) => response.url().includes('/accounts/statements'));

    expect(await page.evaluate(() => (window as unknown as { marked: string[] }).marked)).toEqual([]);
    await close();
  });

  it('filters breaks by assignee and instrument', async () => {
    const { page, close } = await enter(desk.admin, '/reconciliation/breaks', { script: false });
    const list = async (): Promise<string[]> =>
      page.locator('#list tbody tr').evaluateAll((rows) => rows.map((row) => row.id));
    await page.selectOption('#assignee_id', { label: desk.admin.email });
    await page.click('button:has-text("Search")');
    const mine = await list();
    await page.selectOption('#assignee_id', { label: 'Nobody' });
    await page.click('button:has-text("Search")');
    const unassigned = await list();
    await page.selectOption('#assignee_id', { label: desk.admin.email });
    await page.fill('#symbol', 'desk');
    await page.click('button:has-text("Search")');
    const both = await list();
    await page.fill('#symbol', 'NONE');
    await page.click('button:has-text("Search")');

    expect([mine, both]).toEqual(Array(2).fill([`break-${ids[0]}`, `break-${ids[1]}`]));
    expect(ids.map((id) => unassigned.includes(`break-${id}`))).toEqual([false, false, true]);
    expect(await page.innerText('#list')).toBe('No breaks match this filter.');
    expect(await page.inputValue('#assignee_id')).toBe(String(desk.admin.id));
    await close();
  });

  it.each([true, false])('keeps what was typed where no break is selected (script: %s)', async (script) => {
    const { page, close } = await enter(desk.admin, '/reconciliation/breaks?symbol=DESK', { script });
    await page.fill('.updates #note', 'Typed before.');
    await page.selectOption('.updates #assignee', { label: desk.admin.email });
    expect(await page.isVisible('text=Change selected')).toBe(false);
    expect(await page.innerText('.updates')).toContain('Select the breaks that you want to change.');
    await page.press('.updates #note', 'Enter');
    if (!script) {
      // Only a script can keep Enter from sending the form.
      expect(await page.innerText('main')).toMatch(
        /Select the breaks that you want to change\.\s+Your note: .?Typed before\./,
      );
      await page.click('text=Back to the list');
      await page.fill('.updates #note', 'Typed before.');
      await page.selectOption('.updates #assignee', { label: desk.admin.email });
    }

    expect(new URL(page.url()).search).toBe('?symbol=DESK');
    expect(await page.inputValue('.updates #note')).toBe('Typed before.');
    expect(await page.inputValue('.updates #assignee')).toBe(String(desk.admin.id));
    await page.check(`#break-${ids[2]} input`);
    expect(await page.isVisible('#unselected')).toBe(false);
    await page.click('text=Change selected');
    await page.waitForSelector('.flash');
    expect(await page.innerText('.flash')).toContain('The break was changed.');
    expect(new URL(page.url()).search).toBe('?symbol=DESK');
    expect(await read(ids[2] ?? 0)).toMatchObject({ assignee_id: desk.admin.id, note: { text: 'Typed before.' } });
    await close();
  });

  it.each([true, false])(
    'has the form of a long list of breaks in sight, and covers no box with it (script: %s)',
    async (script) => {
      for (let more = 0; more < 4; more++) await openBreak(desk.bob);
      const { page, close } = await enter(desk.admin, '/reconciliation/breaks', { script, width: 1280 });
      expect(await page.locator('.updates #note').isVisible()).toBe(true);
      const readEdges = (selector: string) =>
        page.locator(selector).evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return { top, bottom };
        });
      const form = await readEdges('#updates');
      await page.locator('#list tbody tr:last-child input').focus();

      expect(form.bottom).toBeLessThanOrEqual(800);
      expect((await readEdges('#list tbody tr:last-child input')).bottom).toBeLessThanOrEqual(
        (await readEdges('#updates')).top,
      );
      await close();
    },
  );
});
