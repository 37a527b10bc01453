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
  const [pathname] = path.split('?');
  const isCurrent = (href: string): boolean => href.split('?')[0] === pathname;
  return html`<nav class="siblings" aria-label="${name}"><ul>${links.map(([href, label]) => html`<li><a href="${href}"${isCurrent(href) && html` aria-current="page"`}>${label}</a></li>`)}</ul></nav>`;
}

/** The links between the pages for administrators, below the heading of each. */
export const renderAdministrationNavigation = ({ path, navigation }: NavigationContext): Html =>
  renderSectionNavigation(
    'Administration',
    path,
    navigation.administration.map(({ href, label }) => [href, label]),
  );

/** The links between the pages of the profile, below the heading of each. */
export function renderProfileNavigation({ path, navigation }: NavigationContext): Html {
  const [pathname] = path.split('?');
  const renderLink = ({ href, label }: NavigationEntry): Html =>
    html`<li><a href="${href}"${href === pathname && html` aria-current="page"`}>${label}</a></li>`;
  return html`<nav class="tabs" aria-label="Your account">
<ul>${navigation.profile.map(renderLink)}</ul>
</nav>`;
}
