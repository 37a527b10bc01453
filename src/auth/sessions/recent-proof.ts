/** For this time after a proof of the password, no other is required. */
const RECENT_MS = 15 * 60_000;

/** Whether the user of a session has proven the password recently. */
export const isRecentlyProven = ({ authTime }: Readonly<{ authTime: number }>): boolean =>
  Date.now() - authTime <= RECENT_MS;
