import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';

describe('the last trades of the desk', () => {
  let app: BrowserApp;
  let desk: BackOffice;
  beforeAll(async () => {
    app = await openBrowserApp();
    desk = await openBackOffice(app.testApp);
    for (let at = 0; at < 30; at++) await desk.trade(1, 6700);
  }, 60_000);
  afterAll(() => app.close());

  it('fill their column in a wide and high window, and are those that the page came with in another', async () => {
    const { page, complaints, close } = await app.enter(desk.ada, `/desk/${desk.instrumentId}`);
    await page.locator('#pulse[data-state="live"]').waitFor();
    expect(await page.locator('#trades tbody tr').count()).toBe(10);
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.locator('#trades tbody tr:nth-child(30)').waitFor();
    await page.reload();
    await page.locator('#trades tbody tr:nth-child(30)').waitFor();
    await desk.trade(2, 6700);
    await page.locator('#trades tbody tr:nth-child(31)').waitFor();
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('have all of their columns in sight where prices have seven decimals', async () => {
    const { page, close } = await app.enter(desk.ada, `/desk/${desk.instrumentId}`);
    await page.setViewportSize({ width: 1280, height: 800 });
    const hidden = await page.evaluate(() => {
      for (const cell of document.querySelectorAll('#trades td:first-child')) cell.textContent = '0.0064315';
      for (const cell of document.querySelectorAll('#trades td:nth-child(2)')) cell.textContent = '100';
      const box = document.querySelector('#trades .scroll');
      return (box?.querySelector('table')?.offsetWidth ?? Infinity) - (box?.clientWidth ?? 0);
    });
    expect(hidden).toBeLessThanOrEqual(0);
    await close();
  }, 60_000);

  it('have the first trade after a pause at once, and ask for others once a second', async () => {
    const { page, complaints, close } = await app.enter(desk.ada, `/desk/${desk.instrumentId}`);
    await page.locator('#pulse[data-state="live"]').waitFor();
    await page.waitForTimeout(1_200);
    const asked: number[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/trades?')) asked.push(performance.now());
    });
    // The volume of the quotes and the row of the tape, by the clock of the page.
    await page.evaluate(() => {
      const seen: Record<string, number> = {};
      const note = () => {
        for (const [name, selector] of [
          ['quote', '#quote [data-q="Last.quantity"]'],
          ['tape', '#trades tbody td:nth-child(2)'],
        ] as const)
          if (document.querySelector(selector)?.textContent === '7') seen[name] ??= performance.now();
      };
      new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
      Object.assign(window, { seen });
    });
    await desk.trade(7, 6700);
    await page.locator('#trades tbody tr:first-child td:nth-child(2)', { hasText: '7' }).waitFor();
    const { quote = 0, tape = Infinity } = await page.evaluate(
      () => (window as unknown as { seen: Readonly<Record<string, number>> }).seen,
    );
    expect(tape - quote).toBeLessThan(600);

    for (let at = 0; at < 10; at++) {
      await desk.trade(1, 6700 + at / 4);
      await page.waitForTimeout(150);
    }
    await page.waitForTimeout(1_200);
    const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
    expect(asked.length).toBeGreaterThan(1);
    expect(Math.min(...pauses)).toBeGreaterThan(900);
    expect(await page.locator('#trades tbody tr:first-child td:first-child').innerText()).toBe('6702.25');
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);
});
