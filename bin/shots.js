/*
 * `npm run shots -- <directory> [pattern]`: a picture of every page in each of its states, light and dark, wide and narrow. The pattern is
 * held against names such as `GET /orders, full`. It is the test of those states that takes them, and it judges nothing meanwhile.
 */
import { jest } from './jest.js';
import { launch } from './launch.js';
import { say } from './prepare.js';

const [directory, pattern = ''] = process.argv.slice(2);

if (directory === undefined) {
  say('Where to? For example: npm run shots -- /tmp/pictures "GET /orders"');
  process.exitCode = 2;
} else {
  Object.assign(process.env, { KONTOR_SHOTS: directory, KONTOR_PAGES: pattern });
  await launch([...jest, 'test/browser/states/states'], { wants: { build: false } });
}
