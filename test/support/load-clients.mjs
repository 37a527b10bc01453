/**
 * Clients in a process of their own, as at another machine: `node load-clients.mjs URL`. They ask until the port is closed, then print how
 * often each outcome was met. Some keep their connection and ask again at once, some now and then, some take a new connection each time.
 */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const [url] = process.argv.slice(2);
const outcomes = {};

function ask(agent) {
  return new Promise((resolve) => {
    request(url, { agent, headers: { accept: 'application/json' } }, (response) => {
      response
        .resume()
        .once('end', () => resolve(String(response.statusCode)))
        .once('error', (error) => resolve(error.code));
    })
      .once('error', (error) => resolve(error.code))
      .end();
  });
}

async function client(agent, milliseconds) {
  for (;;) {
    const outcome = await ask(agent);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (outcome === 'ECONNREFUSED') return;
    if (milliseconds > 0) await pause(Math.random() * 2 * milliseconds);
  }
}

const keeping = () => new Agent({ keepAlive: true, maxSockets: 1 });
const clients = [
  ...Array.from({ length: 12 }, () => client(keeping(), 0)),
  ...Array.from({ length: 24 }, () => client(keeping(), 150)),
  ...Array.from({ length: 12 }, () => client(false, 0)),
];
process.stdout.write('asking\n');
await Promise.all(clients);
process.stdout.write(`${JSON.stringify(outcomes)}\n`);
process.exit();
