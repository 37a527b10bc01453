/* `npm run bench -- start`: makes ready what is missing, then runs the benchmark of that name. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from './launch.js';
import { root, say } from './prepare.js';

const [name = ''] = process.argv.slice(2);
const names = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace(/\.ts$/, ''));

if (/^[a-z-]+$/.test(name) && existsSync(join(root, 'bench', `${name}.ts`)))
  await launch(['--import', './test/support/typescript.mjs', join(root, 'bench', `${name}.ts`)]);
else {
  say(`Which one? ${names.join(', ')}. For example: npm run bench -- ${names[0]}`);
  process.exitCode = 2;
}
