import { type Html, html } from './html.js';
import type { Destination } from './navigation.js';

/** The pages of one's own account, whichever rooms they are in. Each adds its line here. */
const pages: readonly Destination[] = [
  { href: '/profile', label: 'API keys' },
  { href: '/webhooks', label: 'Webhooks' },
  { href: '/profile/access', label: 'Access' },
  { href: '/profile/password', label: 'Password' },
  { href: '/profile/details', label: 'Details' },
  { href: '/audit', label: 'Activity' },
];

/** The way between them; stands below the heading of each. */
export function profilePages(path: string): Html {
  const [bare] = path.split('?');
  return html`<nav class="tabs" aria-label="Your account">
<ul>${pages.map(({ href, label }) => html`<li><a href="${href}"${href === bare && html` aria-current="page"`}>${label}</a></li>`)}</ul>
</nav>`;
}
