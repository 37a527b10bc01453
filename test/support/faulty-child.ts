/**
 * The service as a process of its own that has a bug: at SIGUSR2 something throws, or rejects, where nobody catches. Everything
 * else is what `kontor serve` runs.
 */
import { runCli } from '../../src/commands/cli.js';

const [kind] = process.argv.slice(2);
process.on('SIGUSR2', () => {
  const bug = new Error('the roof leaks, password=hunter2');
  if (kind === 'rejection') void Promise.reject(bug);
  else throw bug;
});
process.exitCode = await runCli(['serve'], process.env, '0.0.0');
