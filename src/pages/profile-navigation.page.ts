import { type Html, html } from './html.js';
import type { NavigationEntry } from './navigation.js';

/** The pages of the profile, of all modules. Each adds its entry here. */
const profileLinks: readonly NavigationEntry[] = [
  { href: '/profile', label: 'API keys' },
  { href: '/webhooks', label: 'Webhooks' },
  { href: '/profile/access', label: 'Access' },
  { href: '/profile/password', label: 'Password' },
  { href: '/profile/details', label: 'Details' },
  { href: '/audit', label: 'Activity' },
];

/** The links between them, below the heading of each. */
export function renderProfileNavigation(path: string): Html {
  const [pathname] = path.split('?');
  return html`<nav class="tabs" aria-label="Your account">
<ul>${profileLinks.map(({ href, label }) => html`<li><a href="${href}"${href === pathname && html` aria-current="page"`}>${label}</a></li>`)}</ul>
</nav>`;
}
