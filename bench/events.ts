/**
 * Events: KONTOR_BENCH_READERS readers (1,000) of one administrator's token hear of 100 orders a second for KONTOR_BENCH_SECONDS (10).
 * Every reader has to hear of everything, and what they have heard is held against the list.
 */
import { join } from 'node:path';
import { measureEvents } from './events/measure.js';
import { inDirectory } from './support/processes.js';
import { readSize } from './support/size.js';

const seconds = readSize('KONTOR_BENCH_SECONDS', 10, 1);
const readers = readSize('KONTOR_BENCH_READERS', 1_000, 4);

await inDirectory((directory) => measureEvents(join(directory, 'events'), { readers, perSecond: 100, seconds }));
