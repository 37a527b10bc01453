/*
 * `npm test`: installs what is missing, then runs the tests that the arguments name, or the daily ones. `--ci` runs what those leave
 * to continuous integration and repeats what is random, with more of it; `--long` runs the long ones, in full, and `--all` everything. Tests run from the sources; whichever needs what is
 * built builds it.
 */
import { randomInt } from 'node:crypto';
import { jest } from './jest.js';
import { launch } from './launch.js';
import { enlarged, leftOut, leftToCi, shortened } from './long-tests.js';
import { say } from './prepare.js';

const words = process.argv.slice(2);
const sizes = ['--long', '--all', '--ci'];
const options = words.filter((word) => !sizes.includes(word));
const isNamed = options.some((word) => !word.startsWith('-'));
const [isLong, isAll, isCi] = sizes.map((word) => words.includes(word));

/* Tests read both where they look at something random: see test/support/volume.ts and seed.ts. */
if (isLong || isAll) process.env.KONTOR_TESTS = 'long';
else if (isCi) process.env.KONTOR_TESTS = 'ci';
process.env.KONTOR_SEED ??= String(isLong ? randomInt(2 ** 31) : 20261122);
say(`KONTOR_SEED=${process.env.KONTOR_SEED}`);

const chosen = isLong
  ? [...leftOut, ...shortened]
  : isCi
    ? [...enlarged, ...leftToCi]
    : isAll || isNamed
      ? []
      : [`--testPathIgnorePatterns=${[...leftOut, ...leftToCi].join('|')}`];
/* Long tests run whole services under load, and have time limits: fewer at once. */
const workers = isLong && !options.some((option) => option.startsWith('--maxWorkers')) ? ['--maxWorkers=2'] : [];
await launch([...jest, ...workers, ...options, ...chosen], { wants: { build: false } });
