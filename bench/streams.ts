/** The streams: KONTOR_BENCH_SECONDS is for how long they are read, KONTOR_BENCH_READERS by how many. */
import { join } from 'node:path';
import { measureStreams } from './streams/measure.js';
import { inDirectory } from './support/processes.js';

const seconds = Number(process.env['KONTOR_BENCH_SECONDS'] ?? 20);
const readers = Number(process.env['KONTOR_BENCH_READERS'] ?? 1_000);

await inDirectory((directory) => measureStreams(join(directory, 'streams'), { readers, perSecond: 500, seconds }));
