/* `npm test`: makes ready what is missing, then runs all tests, or those that the arguments name. */
import { join } from 'node:path';
import { launch } from './launch.js';
import { root } from './prepare.js';

await launch(['--experimental-vm-modules', '--no-warnings', join(root, 'node_modules', 'jest', 'bin', 'jest.js'), ...process.argv.slice(2)]);
