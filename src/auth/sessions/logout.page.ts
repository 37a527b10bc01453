import { html } from '../../http/html.js';
import type { PageContent } from '../../http/page.js';
import type { LogoutView } from './logout.view.js';

/** Asked when another site has sent the browser here, and nothing shows that the user or the application meant it. */
export function logoutPage({ application, user, client_id: clientId, redirect_uri: redirectUri, state, form_token: token }: LogoutView): PageContent {
  const carried = Object.entries({ form_token: token, client_id: clientId, redirect_uri: redirectUri, state });
  return {
    title: 'Sign out?',
    body: html`<article class="sign-out">
<h1>Sign out?</h1>
<p class="lead">Another site asks to sign <strong>${user}</strong> out of Kontor, in the name of <strong>${application}</strong>. Everything that this sign-in has allowed to applications ends with it.</p>
<form method="post" action="/logout">
${carried.map(([name, value]) => value !== null && html`<input type="hidden" name="${name}" value="${value}">\n`)}<button type="submit" class="primary">Sign out</button>
<a class="button" href="/">Stay signed in</a>
</form>
</article>`,
  };
}
