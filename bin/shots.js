/*
 * `npm run shots`: a sheet of every page in docs/pictures/pages, light, dark and narrow.
 * `npm run shots -- <directory> [pattern]`: a picture of every page in each of its states, light and dark, wide and narrow. The pattern is
 * held against names such as `GET /orders, full`. It is the test of those states that takes them, and it judges nothing meanwhile.
 */
import { rmSync } from 'node:fs';
import { jest } from './jest.js';
import { launch } from './launch.js';

const SHEETS = 'docs/pictures/pages';
const [directory, pattern = ''] = process.argv.slice(2);

if (directory === undefined) {
  rmSync(SHEETS, { recursive: true, force: true });
  Object.assign(process.env, { KONTOR_SHOTS: SHEETS, KONTOR_SHEETS: '1' });
} else {
  Object.assign(process.env, { KONTOR_SHOTS: directory, KONTOR_PAGES: pattern });
}
await launch([...jest, 'test/browser/states/states'], { wants: { build: false } });
