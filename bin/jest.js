/* The path of jest, which bin/test.js and bin/mutants.js run on the bundled Node. */
import { join } from 'node:path';
import { root } from './prepare.js';

export const jest = [join(root, 'node_modules', 'jest', 'bin', 'jest.js')];
