import { openPageChecker, type PageCheckResult } from './page-checker.js';
import { isAboutAThing, isNone, type Row, type SubmittedForm, type State, states } from '../../support/page-rows.js';
import { savePictures, saveSheets, SHEET_DISPLAYS } from './pictures.js';
import { seed } from '../../support/seed.js';
import { isFullVolume } from '../../support/volume.js';
import { openPageFixtures, type PageFixtureState } from './page-fixtures.js';
import { exceptions, pages } from './pages.js';

const displays = [
  { colors: 'light', width: 1280 },
  { colors: 'dark', width: 1280 },
  { colors: 'light', width: 360 },
  { colors: 'dark', width: 360 },
] as const;

/**
 * `npm run test:ci` looks at every second page, in one of its states and in one of the four displays; which, depends on the seed.
 * `npm run test:long` looks at all of them in all displays, as for pictures. Of the pages that KONTOR_PAGES names every state is looked
 * at, in one display. What a finger presses is measured on every page each time.
 */
const pageStride = isFullVolume ? 1 : 2;
const shots = process.env['KONTOR_SHOTS'] ?? null;
/** One sheet of a page, of its usual state, in place of a picture of every state. */
const areSheets = process.env['KONTOR_SHEETS'] !== undefined;
const takePicture = shots === null ? null : areSheets ? saveSheets(shots) : savePictures(shots);
const isEveryState = isFullVolume || shots !== null || process.env['KONTOR_PAGES'] !== undefined;

function statesOf(row: Row, n: number): readonly State[] {
  if (!isEveryState && (n + seed) % pageStride !== 0) return [];
  const own = states.filter((state) => !isNone(row[state]));
  if (areSheets) return own.filter((state) => state === (own.includes('typical') ? 'typical' : own[0]));
  return isEveryState ? own : own.filter((_, m) => m === Math.floor((n + seed) / 2) % own.length);
}

const sightsOf = (n: number) =>
  areSheets
    ? SHEET_DISPLAYS
    : isFullVolume || shots !== null
      ? displays
      : displays.filter((_, m) => m === (n + seed) % displays.length);

type Case = Readonly<{
  name: string;
  row: Row;
  state: State;
  place: string | SubmittedForm;
  displays: readonly (typeof displays)[number][];
  targetsOnly?: boolean;
}>;

const wanted = new RegExp(process.env['KONTOR_PAGES'] ?? '');

const toName = ({ endpoint, when }: Row, state: State, seen: string): string =>
  `${endpoint}${when === undefined ? '' : `, ${when}`}, ${state}: ${seen}`;

const sights: readonly Case[] = pages
  .flatMap((row, n) => statesOf(row, n).map((state) => ({ row, state, place: row[state] as string | SubmittedForm })))
  .map((found, n) => ({ ...found, displays: sightsOf(n) }))
  .map((found) => ({
    ...found,
    name: toName(found.row, found.state, found.displays.map(({ colors, width }) => `${colors} at ${width}`).join(', ')),
  }));

/** Each page that no finger has touched. */
const touches: readonly Case[] = pages
  .filter((row) => !sights.some((sight) => sight.row === row && sight.displays.some(({ width }) => width === 360)))
  .map((row) => ({ row, state: states.find((state) => state !== 'empty' && !isNone(row[state])) ?? 'empty' }))
  .map(({ row, state }) => ({
    ...{ name: toName(row, state, 'by touch'), row, state, place: row[state] as string | SubmittedForm },
    ...{ displays: [{ colors: 'light', width: 360 }] as const, targetsOnly: true },
  }));

const cases = [...sights, ...(takePicture === null ? touches : [])].filter(({ name }) => wanted.test(name));

const worldOf = (state: State, place: string | SubmittedForm): PageFixtureState =>
  state === 'error' ? 'typical' : state === 'empty' ? (isAboutAThing(place) ? 'bare' : 'void') : state;

describe('every page in every state', () => {
  let worlds: Awaited<ReturnType<typeof openPageFixtures>>;
  let judge: Awaited<ReturnType<typeof openPageChecker>>;
  const verdicts = new Map<string, Promise<PageCheckResult>>();

  beforeAll(async () => {
    [worlds, judge] = await Promise.all([
      openPageFixtures(),
      openPageChecker({ windows: 3, isThorough: isFullVolume, takePicture }),
    ]);
    for (const { name, ...look } of cases) {
      const verdict = judge.judge({ ...look, world: worlds[worldOf(look.state, look.place)] });
      verdict.catch(() => undefined); // A user waits for it sees the error.
      verdicts.set(name, verdict);
    }
  }, 120_000);
  afterAll(async () => {
    await judge.close();
    for (const { testApp } of Object.values(worlds)) await testApp.close();
  });

  it.each(cases)(
    '$name',
    async ({ name }) => {
      expect((await verdicts.get(name))?.faults).toEqual([]);
    },
    600_000,
  );

  // Last, because a WebSocket's endpoint takes the session away of a browser that asks it for a page.
  it.each(exceptions)('has no state for $endpoint: $why', async ({ endpoint }) => {
    const { statusCode, headers } = await (
      await worlds.typical.browserOf('trader')
    ).get(endpoint.replace('GET ', '').replaceAll(/:\w+/g, 'x'));

    expect([statusCode, headers['content-type']]).not.toEqual([200, expect.stringContaining('text/html')]);
  });
});
