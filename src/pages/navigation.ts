/** An entry of the navigation bar. A module with pages adds its entry here. */
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

/** Pages that belong to an entry by meaning, not by path. */
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

/** The pages of the user's own profile. */
export const PROFILE_PATH = '/profile';

/** The own user belongs to the profile, although its path is under users. */
const OWN_USER_PATH = '/users/me';

/** Entries without access are hidden. */
export function listNavigationEntries({
  userName,
  isAdministrator,
}: Readonly<{ userName: string | null; isAdministrator: boolean }>): readonly NavigationEntry[] {
  const isVisibleTo = { people: userName !== null, administrators: isAdministrator };
  return entries.filter(({ visibleTo }) => visibleTo === undefined || isVisibleTo[visibleTo]);
}

/** The current entry: the one with the longest matching path. */
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
