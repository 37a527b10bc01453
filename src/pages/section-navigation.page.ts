import { type Html, html } from './html.js';

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
