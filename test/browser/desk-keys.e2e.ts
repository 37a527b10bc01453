import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { people, type Person } from '../support/people.js';

describe('the keys of GET /desk/:id', () => {
  let app: BrowserApp;
  let desk: BackOffice;
  let eve: Person;
  beforeAll(async () => {
    app = await openBrowserApp();
    desk = await openBackOffice(app.testApp);
    eve = await people.eve(app.testApp);
    await desk.account(eve);
    await desk.trade(2, 6700);
  }, 60_000);
  afterAll(() => app.close());

  it.each([
    ['x', 'No position to close.'],
    ['c', 'No working orders to cancel.'],
  ])(
    'answer %s, which has nothing to do, with: %s',
    async (key, words) => {
      const { page, close } = await app.enter(eve, `/desk/${desk.instrumentId}`);
      await page.locator('#pulse[data-state="live"]').waitFor();
      await page.clock.install();
      await page.keyboard.press(key);
      await page.locator('#said', { hasText: words }).waitFor();
      expect(await page.locator('#said').getAttribute('role')).toBe('status');
      await page.clock.fastForward(6_000);
      await page.locator('#said', { hasText: words }).waitFor({ state: 'detached' });
      await close();
    },
    60_000,
  );

  it('answer x for a position in an instrument that is halted', async () => {
    const { page, close } = await app.enter(desk.ada, `/desk/${desk.instrumentId}`);
    await page.locator('#pulse[data-state="live"]').waitFor();
    await page.keyboard.press('x');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Close');
    await desk.data.turn(desk.instrumentId, 'Halted');
    await page.locator('#mine td small', { hasText: 'halted' }).waitFor();
    await page.keyboard.press('x');
    await page.locator('#said', { hasText: 'The position cannot be closed now.' }).waitFor();
    await page.keyboard.press('c');
    await page.locator('#said', { hasText: 'No working orders to cancel.' }).waitFor();
    await desk.data.turn(desk.instrumentId, 'Open');
    await close();
  }, 60_000);
});
