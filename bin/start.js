/* `npm start`: makes ready what is missing, then runs the service. */
import { join } from 'node:path';
import { launch } from './launch.js';
import { root } from './prepare.js';

await launch([join(root, 'dist', 'src', 'main.js'), 'serve', ...process.argv.slice(2)], { listens: true });
