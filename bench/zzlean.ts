import { join } from 'node:path';
import { echo, kontor, leave } from './orders/peers.js';
import { inDirectory, median, megabytes } from './support/processes.js';
// each variant: name;ENV=val;ENV=val
const variants = (process.env['V'] ?? 'default').split('|');
await inDirectory(async (directory) => {
  const peers: any[] = [];
  for (const [i, v] of variants.entries()) {
    const keys: string[] = [];
    for (const pair of v.split(';').slice(1)) { const at = pair.indexOf(':'); keys.push(pair.slice(0, at)); process.env[pair.slice(0, at)] = pair.slice(at + 1); }
    peers.push(await kontor(join(directory, 'x' + i)));
    for (const k of keys) delete process.env[k];
  }
  const bare = await echo(peers[0].market);
  const start = await Promise.all(peers.map((p) => megabytes(p.running.pid)));
  const out: any[][] = variants.map(() => []); const ec: any[] = [];
  for (const p of peers) await p.crowd.run({ seconds: 3 });
  await bare.crowd.run({ seconds: 1 });
  for (let n = 0; n < Number(process.env['R'] ?? 3); n++) { for (const [i, p] of peers.entries()) out[i]!.push(await p.crowd.run({ seconds: 3 })); ec.push(await bare.crowd.run({ seconds: 2 })); }
  const m = (l: any[], f: string) => median(l.map((o) => o[f]));
  for (const [i, l] of out.entries()) console.log(variants[i], '|', m(l, 'perSecond').toFixed(0), 'p50', m(l, 'p50').toFixed(1), 'p99', m(l, 'p99').toFixed(1), 'svc', m(l, 'server').toFixed(1), 'pg', m(l, 'database').toFixed(1), 'load', m(l, 'load').toFixed(1), 'xecho', median(l.map((o, k) => o.perSecond / ec[k].perSecond)).toFixed(3), 'MB', start[i], await megabytes(peers[i].running.pid), JSON.stringify(l[0].answers));
  console.log('echo', m(ec, 'perSecond').toFixed(0), m(ec, 'server').toFixed(1));
  for (const p of peers) await leave(p); await leave(bare);
});
