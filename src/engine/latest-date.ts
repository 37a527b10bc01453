/** The latest of some dates. As texts they are in the order of the calendar. */
export const findLatestDate = (dates: Iterable<string>): string | null => findLatest(dates, () => true);

export const findLatestDateBefore = (dates: Iterable<string>, date: string): string | null =>
  findLatest(dates, (each) => each < date);

export const findLatestDateUpTo = (dates: Iterable<string>, date: string): string | null =>
  findLatest(dates, (each) => each <= date);

function findLatest(dates: Iterable<string>, isMeant: (date: string) => boolean): string | null {
  let latest: string | null = null;
  for (const date of dates) if ((latest === null || date > latest) && isMeant(date)) latest = date;
  return latest;
}
