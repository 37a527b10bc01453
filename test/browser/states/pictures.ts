import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Row, State } from '../../support/page-rows.js';

type PageInState = Readonly<{ row: Row; state: State }>;

/** Takes a picture of the page that a window shows in a display such as `light-1280`. */
export type Photographer = (page: Page, at: PageInState, display: string) => Promise<void>;

const toName = ({ endpoint, when = '' }: Row): string =>
  `${endpoint} ${when}`
    .replace(/^GET \/?/, '')
    .replaceAll(/[^a-z0-9]+/gi, '-')
    .replaceAll(/^-|-$/g, '') || 'home';

/** A picture of each page in each state and display. */
export function savePictures(directory: string): Photographer {
  return async (page, { row, state }, display) => {
    await mkdir(directory, { recursive: true });
    await page.screenshot({ path: join(directory, `${toName(row)}.${state}.${display}.png`), fullPage: true });
  };
}

/** The displays of a sheet, from left to right. */
export const SHEET_DISPLAYS = [
  { colors: 'light', width: 1280 },
  { colors: 'dark', width: 1280 },
  { colors: 'light', width: 360 },
] as const;

/** One sheet of each page: its first 1,600 pixels in all displays, at half their size. */
export function saveSheets(directory: string): Photographer {
  const taken = new Map<string, string[]>();
  return async (page, { row }) => {
    const name = toName(row);
    const pictures = [...(taken.get(name) ?? []), (await page.screenshot({ fullPage: true })).toString('base64')];
    taken.set(name, pictures);
    if (pictures.length < SHEET_DISPLAYS.length) return;
    taken.delete(name);
    const sheet = await page.context().newPage();
    await sheet.setContent(
      `<!doctype html><body style="margin:0;display:flex;align-items:start;gap:8px;width:max-content;background:#888">${pictures.map((data) => `<div style="max-height:800px;overflow:hidden"><img style="zoom:0.5;display:block" src="data:image/png;base64,${data}"></div>`).join('')}`,
    );
    await mkdir(directory, { recursive: true });
    await writeFile(
      join(directory, `${name}.jpg`),
      await sheet.locator('body').screenshot({ type: 'jpeg', quality: 50 }),
    );
    await sheet.close();
  };
}
