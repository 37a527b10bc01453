import { type Html, html } from '../../pages/html.js';
import type { PageContent } from '../../pages/page.js';
import { renderContinueLink } from '../oauth/authorize/authorization.page.js';
import type { LogoutQuestionView, LogoutView, SignedOutView } from './logout.view.js';

/** The pages of a logout that needs a question or a link. */
export function logoutPage(view: LogoutView): PageContent {
  return view.page === 'question' ? questionPage(view) : signedOutPage(view);
}

/** Shown when another site opened the URL and the request does not prove to come from the user or the application. */
function questionPage({
  application,
  destination,
  user,
  client_id: clientId,
  redirect_uri: redirectUri,
  state,
  form_token: token,
}: LogoutQuestionView): PageContent {
  const fields = Object.entries({ form_token: token, client_id: clientId, redirect_uri: redirectUri, state });
  return {
    title: 'Sign out?',
    body: html`<article class="sign-out">
<h1>Sign out?</h1>
<p class="lead">Another site wants to sign <strong>${user}</strong> out of Kontor, for the application <strong><bdi>${application}</bdi></strong>. Access that you gave to applications in this session ends with it.</p>
${destination !== null && renderDestination(destination)}
<form method="post" action="/logout">
${fields.map(([name, value]) => value !== null && html`<input type="hidden" name="${name}" value="${value}">\n`)}<p class="actions"><button type="submit" class="primary">Sign out</button> <a class="button" href="/">Stay signed in</a></p>
</form>
</article>`,
  };
}

function renderDestination(destination: string): Html {
  return html`<p>After that you will be sent to <strong>${destination}</strong>.</p>`;
}

function signedOutPage({ application, destination, href }: SignedOutView): PageContent {
  return {
    title: 'You are signed out',
    body: html`<article class="sign-out">
<h1>You are signed out</h1>
<p class="lead"><strong><bdi>${application}</bdi></strong> wants to redirect you to <strong>${destination}</strong>. No user of this browser has allowed this application: continue only if you recognize it.</p>
${renderContinueLink(href, destination)}
</article>`,
  };
}
