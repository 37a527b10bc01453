/** The streams: KONTOR_BENCH_SECONDS is for how long they are read, KONTOR_BENCH_READERS by how many. */
import { join } from 'node:path';
import { measureStreams } from './streams/measure.js';
import { inDirectory } from './support/processes.js';
import { readSize } from './support/size.js';

const seconds = readSize('KONTOR_BENCH_SECONDS', 20, 1);
const readers = readSize('KONTOR_BENCH_READERS', 1_000, 4);

await inDirectory((directory) =>
  measureStreams(join(directory, 'streams'), { readers, perSecond: readSize('KONTOR_BENCH_RATE', 500, 20), seconds }),
);
