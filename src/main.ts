import { existsSync, readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { runCli } from './commands/cli.js';
import { projectRoot } from './config/data-directory.js';

// Compiling the modules of the service takes a tenth of a start. Where the directory cannot be written, it takes that each time.
enableCompileCache(join(projectRoot, 'node_modules', '.cache', 'kontor'));

const envFile = join(projectRoot, '.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);

// A reader that has seen enough (`kontor doctor | head -1`) closes the pipe. That is no failure, and no reason for a service to
// stop: what nobody reads is dropped.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string };
process.exitCode = await runCli(process.argv.slice(2), process.env, version);

// Everything is closed by now. Should something still hold the process, it must not hold it for long.
setTimeout(() => process.exit(), 1000).unref();
