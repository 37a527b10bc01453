const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** How long tokens live, in seconds. An administrator on behalf of a customer gets the shorter ones. */
export const lifetimes = {
  own: { accessSeconds: 60 * MINUTE, refreshSeconds: 14 * DAY, familySeconds: 30 * DAY },
  onBehalf: { accessSeconds: 15 * MINUTE, refreshSeconds: 8 * 60 * MINUTE, familySeconds: 8 * 60 * MINUTE },
} as const;
