import { type Html, html } from './html.js';
import type { NavigationEntry } from './navigation.js';
import type { PageContext } from './page.js';

type NavigationContext = Pick<PageContext, 'path' | 'navigation'>;

/** The links between the pages of a module. */
export function renderSectionNavigation(
  name: string,
  path: string,
  links: readonly (readonly [string, string])[],
): Html {
  const [pathname = '/'] = path.split('?');
  const current = findClosestLink(
    pathname,
    links.map(([href]) => href),
  );
  return html`<nav class="siblings" aria-label="${name}"><ul>${links.map(([href, label]) => html`<li><a href="${href}"${href === current && renderCurrentMark(href, pathname)}>${label}</a></li>`)}</ul></nav>`;
}

const toPathname = (href: string): string => href.split('?')[0] ?? href;

/** The link to this page, or else to the page that it is below. */
function findClosestLink(pathname: string, hrefs: readonly string[]): string | undefined {
  return hrefs
    .filter((href) => pathname === toPathname(href) || pathname.startsWith(`${toPathname(href)}/`))
    .sort((one, other) => toPathname(other).length - toPathname(one).length)[0];
}

const renderCurrentMark = (href: string, pathname: string): Html =>
  html` aria-current="${toPathname(href) === pathname ? 'page' : 'true'}"`;

/** The links between the pages for administrators, below the heading of each. */
export const renderAdministrationNavigation = ({ path, navigation }: NavigationContext): Html =>
  renderSectionNavigation(
    'Administration',
    path,
    navigation.administration.map(({ href, label }) => [href, label]),
  );

/** The links between the pages of the profile, below the heading of each. */
export function renderProfileNavigation({ path, navigation }: NavigationContext): Html {
  const [pathname = '/'] = path.split('?');
  const current =
    navigation.profile.find(({ href }) => href === pathname) ?? navigation.findCurrent(pathname, navigation.profile);
  const renderLink = (entry: NavigationEntry): Html =>
    html`<li><a href="${entry.href}"${entry === current && renderCurrentMark(entry.href, pathname)}>${entry.label}</a></li>`;
  return html`<nav class="tabs" aria-label="Your account">
<ul>${navigation.profile.map(renderLink)}</ul>
</nav>`;
}
