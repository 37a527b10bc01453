import type { Command } from './command.js';

export const serve: Command = {
  name: 'serve',
  summary: 'Run the service until it is told to stop.',
  usage: '[options]',
  examples: ['kontor serve', 'PORT=8080 kontor serve', 'DATABASE_URL=postgres://kontor@db/kontor kontor serve'],
  options: {},
  async run({ config, out }) {
    const [{ startService }, { toldToStop }] = await Promise.all([import('../service.js'), import('../signals.js')]);
    const stopping = toldToStop();
    const service = await startService(config, (line) => out.progress(line));
    out.progress(`Kontor is at ${service.url}`);
    const reason = await stopping;
    out.progress(`Stopping (${reason}) ...`);
    await service.stop();
    out.progress('Stopped.');
    return 0;
  },
};
