/* Which session a bar belongs to. The page of the bars has the sessions, and an early close ends one like any other. */

/** `endsAt` counts seconds. */
export type ChartSession = Readonly<{ date: string; endsAt: number }>;

type SessionFields = Readonly<{ date: string; ends_at: string }>;

export const parseSessions = (text: string): ChartSession[] =>
  (JSON.parse(text) as SessionFields[]).map(({ date, ends_at: end }) => ({ date, endsAt: Date.parse(end) / 1000 }));

/** The first session that ends after the start of a bar; undefined for a start after all of them, and for bars of sessions and weeks. */
export const findSession = (sessions: readonly ChartSession[], time: unknown): ChartSession | undefined =>
  typeof time === 'number' ? sessions.find(({ endsAt }) => endsAt > time) : undefined;

/** Those of older bars, and of the newest. */
export const joinSessions = (older: readonly ChartSession[], newer: readonly ChartSession[]): ChartSession[] => [
  ...older.filter(({ endsAt }) => endsAt < (newer[0]?.endsAt ?? Infinity)),
  ...newer,
];
