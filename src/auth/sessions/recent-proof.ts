/** For how long after a proof of the password no other is asked for. */
const RECENT_MS = 15 * 60_000;

/** Whether the user of a session has proved the password lately. */
export const isRecentlyProven = ({ authTime }: Readonly<{ authTime: number }>): boolean =>
  Date.now() - authTime <= RECENT_MS;
