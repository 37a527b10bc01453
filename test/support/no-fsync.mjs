/** Loaded before a program, takes its fsync away: every file of the program's own stays in the memory of the system for a while. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

fs.fsyncSync = () => undefined;
fs.fdatasyncSync = () => undefined;
const { writeFileSync } = fs;
fs.writeFileSync = (file, data, options) =>
  writeFileSync(file, data, typeof options === 'object' && options !== null ? { ...options, flush: false } : options);
const handle = await fs.promises.open(process.execPath, 'r');
Object.getPrototypeOf(handle).sync = () => Promise.resolve();
Object.getPrototypeOf(handle).datasync = () => Promise.resolve();
await handle.close();
syncBuiltinESMExports();
