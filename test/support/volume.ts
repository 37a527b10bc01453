type Size = 'daily' | 'ci' | 'long';

/** How much of something random a test looks at: a part in `npm test`, more in `npm run test:ci`, and all of it in `npm run test:long`. */
const size = (process.env['KONTOR_TESTS'] ?? 'daily') as Size;

export const isFullVolume = size === 'long';

export const volume = <Amount>(amounts: Readonly<Record<Size, Amount>>): Amount => amounts[size];
