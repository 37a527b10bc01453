/** Whether tests were asked for that look at all they can: `npm run test:long`. */
export const isFullVolume = process.env['KONTOR_TESTS'] === 'long';

/** How much of something random a test looks at: all of it, or a part in a run of every day. */
export const volume = (whole: number, part: number): number => (isFullVolume ? whole : part);
