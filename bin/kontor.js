#!/usr/bin/env node
/* `npx kontor <command>`: makes ready what is missing, then runs the command from wherever it was called. */
import { join } from 'node:path';
import { launch } from './launch.js';
import { root } from './prepare.js';

await launch([join(root, 'dist', 'src', 'main.js'), ...process.argv.slice(2)], { listens: true });
