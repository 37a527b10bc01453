/* What Node has to be called with to be jest; jest calls its workers with the same. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './prepare.js';

const compiledOnce = pathToFileURL(join(root, 'test', 'support', 'compiled-once.mjs')).href;

export const jest = [
  '--experimental-vm-modules',
  '--no-warnings',
  `--import=${compiledOnce}`,
  join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
];
