/** One entry of the bar at the top of every page. A room with a page for people adds its line here, and nowhere else. */
export type Destination = Readonly<{ href: string; label: string; isFor?: 'people' | 'administrators' }>;

const everything: readonly Destination[] = [
  { href: '/desk', label: 'Overview', isFor: 'people' },
  { href: '/marketdata', label: 'Market', isFor: 'people' },
  { href: '/orders', label: 'Orders', isFor: 'people' },
  { href: '/positions', label: 'Positions', isFor: 'people' },
  { href: '/accounts', label: 'Accounts', isFor: 'people' },
  { href: '/administration', label: 'Administration', isFor: 'administrators' },
  { href: '/docs', label: 'Documentation' },
];

/** Pages that lie under an entry, though not by their address. */
const elsewhere: readonly (readonly [string, string])[] = [
  ['/desk/', '/marketdata'],
  ['/instruments', '/marketdata'],
  ['/products', '/marketdata'],
  ['/productgroups', '/marketdata'],
  ['/trades', '/marketdata'],
  ['/bars', '/marketdata'],
  ['/fills', '/orders'],
  ['/orderactions', '/orders'],
  ['/events', '/desk'],
  ['/reconciliation', '/accounts'],
  ['/refpositions', '/accounts'],
  ['/users', '/administration'],
  ['/audit', '/administration'],
];

/** Where somebody arrives who has signed in and was not on the way to anywhere. */
export const ARRIVAL = '/desk';

/** Where people manage what is theirs. */
export const PROFILE = '/profile';

/** What is known of oneself lies under the users by its address alone. */
const ONESELF = '/users/me';

/** Nobody is led to a door that is closed to them. */
export function navigation({
  person,
  isAdministrator,
}: Readonly<{ person: string | null; isAdministrator: boolean }>): readonly Destination[] {
  const isOpen = { people: person !== null, administrators: isAdministrator };
  return everything.filter(({ isFor }) => isFor === undefined || isOpen[isFor]);
}

/** The entry that a path lies under: the longest that fits. */
export function whereabouts(path: string, destinations: readonly Destination[]): Destination | undefined {
  const [bare = '/'] = path.split('?');
  if (bare === ONESELF) return undefined;
  const entry =
    elsewhere.find(
      ([beginning]) => bare === beginning || bare.startsWith(beginning.endsWith('/') ? beginning : `${beginning}/`),
    )?.[1] ?? bare;
  return destinations
    .filter(({ href }) => entry === href || entry.startsWith(`${href}/`))
    .sort((a, b) => b.href.length - a.href.length)[0];
}
