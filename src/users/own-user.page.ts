import { renderFacts } from '../pages/facts.page.js';
import { html } from '../pages/html.js';
import { renderProfileNavigation } from '../pages/navigation.page.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { renderTimestampToMinute } from '../pages/timestamp.page.js';
import { formatAddress } from './address-text.js';
import type { UserView } from './user.view.js';

/** The signed-in user as programs get it, in words. The form for changes is on another page of the profile. */
export function ownUserPage(user: UserView, context: PageContext): PageContent {
  return {
    title: 'Signed-in user',
    body: html`<article class="account">
<h1>${user.first_name} ${user.last_name}</h1>
${renderProfileNavigation(context)}
${renderFacts([
  ['Email', user.email],
  ['Role', user.role],
  ['User number', String(user.id)],
  ['Address', formatAddress(user)],
  ['Registered', renderTimestampToMinute(user.created_at)],
])}
<p class="actions"><a class="button" href="/profile/details">Change details</a></p>
</article>`,
  };
}
