/** One entry of the bar at the top of every page. A room with a page for people adds its line here, and nowhere else. */
export type Destination = Readonly<{ href: string; label: string; isForAdministrators?: boolean }>;

const everything: readonly Destination[] = [
  { href: '/', label: 'Home' },
  { href: '/instruments', label: 'Instruments' },
  { href: '/users', label: 'Users', isForAdministrators: true },
  { href: '/audit', label: 'Audit', isForAdministrators: true },
  { href: '/docs', label: 'Documentation' },
  { href: '/docs/errors', label: 'Errors' },
  { href: '/health/ready', label: 'Health' },
];

/** Where people manage what is theirs. */
export const PROFILE = '/profile';

/** What is known of oneself lies under the users by its address alone. */
const ONESELF = '/users/me';

/** Nobody is led to a door that is closed to them. */
export function navigation({ isAdministrator }: Readonly<{ isAdministrator: boolean }>): readonly Destination[] {
  return everything.filter(({ isForAdministrators = false }) => isAdministrator || !isForAdministrators);
}

/** The entry that a path lies under: the longest that fits, so that `/docs/errors/busy` marks Errors and not Documentation. */
export function whereabouts(path: string, destinations: readonly Destination[]): Destination | undefined {
  const [bare = '/'] = path.split('?');
  if (bare === ONESELF) return undefined;
  return destinations
    .filter(({ href }) => bare === href || (href !== '/' && bare.startsWith(`${href}/`)))
    .sort((a, b) => b.href.length - a.href.length)[0];
}
