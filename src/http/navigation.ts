/** One entry of the bar at the top of every page. A room with a page for people adds its line here, and nowhere else. */
export type Destination = Readonly<{ href: string; label: string; isFor?: 'people' | 'administrators' }>;

const everything: readonly Destination[] = [
  { href: '/', label: 'Home' },
  { href: '/instruments', label: 'Instruments', isFor: 'people' },
  { href: '/marketdata', label: 'Market', isFor: 'people' },
  { href: '/accounts', label: 'Accounts', isFor: 'people' },
  { href: '/positions', label: 'Positions', isFor: 'people' },
  { href: '/orders', label: 'Orders', isFor: 'people' },
  { href: '/users', label: 'Users', isFor: 'administrators' },
  { href: '/audit', label: 'Audit', isFor: 'administrators' },
  { href: '/docs', label: 'Documentation' },
  { href: '/docs/errors', label: 'Errors' },
  { href: '/health/ready', label: 'Health' },
];

/** Where people manage what is theirs. */
export const PROFILE = '/profile';

/** What is known of oneself lies under the users by its address alone. */
const ONESELF = '/users/me';

/** Nobody is led to a door that is closed to them. */
export function navigation({ person, isAdministrator }: Readonly<{ person: string | null; isAdministrator: boolean }>): readonly Destination[] {
  const isOpen = { people: person !== null, administrators: isAdministrator };
  return everything.filter(({ isFor }) => isFor === undefined || isOpen[isFor]);
}

/** The entry that a path lies under: the longest that fits, so that `/docs/errors/busy` marks Errors and not Documentation. */
export function whereabouts(path: string, destinations: readonly Destination[]): Destination | undefined {
  const [bare = '/'] = path.split('?');
  if (bare === ONESELF) return undefined;
  return destinations
    .filter(({ href }) => bare === href || (href !== '/' && bare.startsWith(`${href}/`)))
    .sort((a, b) => b.href.length - a.href.length)[0];
}
