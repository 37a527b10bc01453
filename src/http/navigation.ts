/** One entry of the bar at the top of every page. A room with a page for people adds its line here, and nowhere else. */
export type Destination = Readonly<{ href: string; label: string }>;

export const navigation: readonly Destination[] = [
  { href: '/', label: 'Home' },
  { href: '/instruments', label: 'Instruments' },
  { href: '/docs', label: 'Documentation' },
  { href: '/docs/errors', label: 'Errors' },
  { href: '/health/ready', label: 'Health' },
];

/** The entry that a path lies under: the longest that fits, so that `/docs/errors/busy` marks Errors and not Documentation. */
export function whereabouts(path: string): Destination | undefined {
  const [bare = '/'] = path.split('?');
  return navigation
    .filter(({ href }) => bare === href || (href !== '/' && bare.startsWith(`${href}/`)))
    .sort((a, b) => b.href.length - a.href.length)[0];
}
