/*
 * `npm test`: installs what is missing, then runs the tests that the arguments name, or all but the long ones. `--long` runs those,
 * in full, and `--all` everything. Tests run from the sources; whichever needs what is built builds it.
 */
import { jest } from './jest.js';
import { launch } from './launch.js';
import { leftOut, shortened } from './long-tests.js';

const words = process.argv.slice(2);
const options = words.filter((word) => word !== '--long' && word !== '--all');
const isNamed = options.some((word) => !word.startsWith('-'));
const [isLong, isAll] = ['--long', '--all'].map((word) => words.includes(word));

/* Tests read it where they look at something random: see test/support/volume.ts. */
if (isLong || isAll) process.env.KONTOR_TESTS = 'long';

const chosen = isLong
  ? [...leftOut, ...shortened]
  : isAll || isNamed
    ? []
    : [`--testPathIgnorePatterns=${leftOut.join('|')}`];
await launch([...jest, ...options, ...chosen], { wants: { build: false } });
