/**
 * Whether pages stay at 60 frames a second while some 200 changes arrive in a second: Chromium on a board of 50 instruments, and on the page
 * of one instrument with its ladder, and real order actions that move what they show.
 */
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type HttpTradingSetup,
  MID_PRICE,
  openTradingOverHttp,
  TICK_SIZE,
  tradingEnvironment,
} from '../test/support/trading-over-http.js';
import { printFrames, watchFrames } from './frames/watch.js';
import { Changes } from './streams/changes.js';
import { inBrowser } from './support/in-browser.js';
import { inDirectory, startService } from './support/processes.js';
import { readSize } from './support/size.js';

const seconds = readSize('KONTOR_BENCH_SECONDS', 15, 1);
const PER_SECOND = readSize('KONTOR_BENCH_RATE', 200, 20);
const INSTRUMENTS = readSize('KONTOR_BENCH_INSTRUMENTS', 50, 5);
const LEVELS = 8;
/** Away from the prices that change. */
const DISTANCE = 4;

/** A book on both sides, so that the ladder has something to draw on each. */
async function openBook(url: string, { token, accounts }: HttpTradingSetup, instrumentId: number): Promise<void> {
  const sides = ['Buy', 'Sell'] as const;
  const actions = sides.flatMap((side, index) =>
    Array.from({ length: LEVELS }, (_, level) => ({
      ...{ action_type: 'LimitOrderSub', acct_id: accounts[index], instrument_id: instrumentId, side },
      ...{ time_in_force: 'GTC', quantity: 5 + level },
      limit_price: MID_PRICE + (side === 'Buy' ? -1 : 1) * (DISTANCE + level) * TICK_SIZE,
    })),
  );
  const headers = { accept: 'application/json', 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/orderactions`, { method: 'POST', headers, body: JSON.stringify({ actions }) });
  if (answer.status !== 201) throw new Error(`Orders were answered ${answer.status}: ${await answer.text()}`);
}

await inDirectory((directory) =>
  inBrowser(async (browser) => {
    const { url } = await startService(directory, { ...tradingEnvironment, SANDBOX_LIQUIDITY: 'off' });
    const floor = await openTradingOverHttp(url, { accounts: 2, instruments: INSTRUMENTS });
    const { page } = await browser.open(`${url}/login`);
    await page.getByLabel('Email').fill(tradingEnvironment.BOOTSTRAP_ADMIN_EMAIL);
    await page.getByLabel('Password').fill(tradingEnvironment.BOOTSTRAP_ADMIN_PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Signed in as').waitFor();
    const measure = async (what: string, selector: string, instruments: readonly number[]): Promise<void> => {
      await page.locator('#pulse[data-state="live"]').waitFor();
      await pause(2_000);
      const changes = new Changes(url, { ...floor, instruments: [...instruments] });
      const seen = await watchFrames(page, selector, () => changes.run(PER_SECOND, seconds)).finally(() =>
        changes.close(),
      );
      printFrames(what, seen, changes.answered);
      if (changes.refusals.length > 0)
        process.stdout.write(`${changes.refusals.length} refused, such as ${changes.refusals[0] ?? ''}\n`);
    };

    await page.goto(`${url}/marketdata?search=Trading+floor`);
    await page
      .locator('#board tr[id]')
      .nth(INSTRUMENTS - 1)
      .waitFor();
    await measure(`a board of ${INSTRUMENTS} instruments`, '#board', floor.instruments);

    const [first = 0] = floor.instruments;
    await openBook(url, floor, first);
    await page.goto(`${url}/desk/${first}`);
    await measure('the page of an instrument', '.desk', [first]);
    process.stdout.write(`The load of the machine was ${loadavg()[0]?.toFixed(1) ?? ''}.\n`);
  }),
);
