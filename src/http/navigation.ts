/** One entry of the bar at the top of every page. A module with a page for people adds its line here, and nowhere else. */
export type NavigationEntry = Readonly<{ href: string; label: string; visibleTo?: 'people' | 'administrators' }>;

const entries: readonly NavigationEntry[] = [
  { href: '/desk', label: 'Overview', visibleTo: 'people' },
  { href: '/marketdata', label: 'Market', visibleTo: 'people' },
  { href: '/orders', label: 'Orders', visibleTo: 'people' },
  { href: '/positions', label: 'Positions', visibleTo: 'people' },
  { href: '/accounts', label: 'Accounts', visibleTo: 'people' },
  { href: '/administration', label: 'Administration', visibleTo: 'administrators' },
  { href: '/docs', label: 'Documentation' },
];

/** Pages that lie under an entry, though not by their address. */
const pathAliases: readonly (readonly [string, string])[] = [
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

/** The first page after a sign-in without a destination. */
export const HOME_PATH = '/desk';

/** Where people manage what is theirs. */
export const PROFILE_PATH = '/profile';

/** What is known of oneself lies under the users by its address alone. */
const OWN_USER_PATH = '/users/me';

/** Nobody sees a link to a page that is closed to them. */
export function listNavigationEntries({
  userName,
  isAdministrator,
}: Readonly<{ userName: string | null; isAdministrator: boolean }>): readonly NavigationEntry[] {
  const isVisibleTo = { people: userName !== null, administrators: isAdministrator };
  return entries.filter(({ visibleTo }) => visibleTo === undefined || isVisibleTo[visibleTo]);
}

/** The entry that a path lies under: the longest that fits. */
export function findCurrentEntry(path: string, destinations: readonly NavigationEntry[]): NavigationEntry | undefined {
  const [pathname = '/'] = path.split('?');
  if (pathname === OWN_USER_PATH) return undefined;
  const entry =
    pathAliases.find(
      ([prefix]) => pathname === prefix || pathname.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`),
    )?.[1] ?? pathname;
  return destinations
    .filter(({ href }) => entry === href || entry.startsWith(`${href}/`))
    .sort((a, b) => b.href.length - a.href.length)[0];
}
