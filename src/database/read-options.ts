/** For rows that are only read: they are not remembered, and not compared at the end of the unit of work. */
export const UNTRACKED = { disableIdentityMap: true } as const;
