/* `npm run mutants`: breaks the rules of the matching engine one by one, and says which break no test notices. */
import { join } from 'node:path';
import { launch } from './launch.js';
import { root } from './prepare.js';

await launch([join(root, 'test', 'engine', 'mutants.mjs'), ...process.argv.slice(2)], { wants: { build: false } });
