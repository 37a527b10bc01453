import { renderFormToken } from '../../pages/fields.page.js';
import { type Html, html } from '../../pages/html.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import { renderProfileNavigation } from '../../pages/navigation.page.js';
import { renderTimestampToMinute } from '../../pages/timestamp.page.js';
import type { AccountAccessView } from './account-access.view.js';

/** Shows what has access to the user's account, with buttons to end it. */
export function accountAccessPage(
  { sign_ins: signIns, applications }: AccountAccessView,
  context: PageContext,
): PageContent {
  return {
    title: 'Access to your account',
    styles: ['cards.css'],
    body: html`<article class="account">
<h1>Access to your account</h1>
${renderProfileNavigation(context)}
<h2 id="sign-ins">Your sessions</h2>
<p>If you do not recognize a session, end it and then <a href="/profile/password">change your password</a>. Applications that you allowed in a session lose their access when it ends.</p>
${renderSignInTable(signIns, context)}
${signIns.length > 1 && html`<form method="post" action="/profile/access/sign-ins/end-others">${renderFormToken(context)}<button type="submit" class="danger">End all other sessions</button></form>`}
<h2 id="applications">Applications with access</h2>
${applications.length === 0 ? html`<p class="empty">No application has access to your account.</p>` : renderApplicationTable(applications, context)}
</article>`,
  };
}

function renderSignInTable(signIns: AccountAccessView['sign_ins'], context: PageContext): Html {
  return html`<section class="scroll" tabindex="0" aria-labelledby="sign-ins">
<table class="rows cards">
<thead><tr><th scope="col">Browser</th><th scope="col">From</th><th scope="col">Since</th><th scope="col">Last active</th><th scope="col"><span class="hidden">End</span></th></tr></thead>
<tbody>
${signIns.map((signIn) => html`<tr><th scope="row">${signIn.browser}</th><td data-label="From"><code>${signIn.address}</code></td><td data-label="Since">${renderTimestampToMinute(signIn.since)}</td><td data-label="Last active">${renderTimestampToMinute(signIn.last_seen_at)}</td><td>${signIn.is_this_one ? html`<span class="badge good">this session</span>` : renderEndSignInForm(signIn, context)}</td></tr>\n`)}</tbody>
</table>
</section>`;
}

/** Twenty buttons of the same name would be useless in a screen reader. */
function renderEndSignInForm(
  { id, browser, address }: AccountAccessView['sign_ins'][number],
  context: PageContext,
): Html {
  return html`<form method="post" action="/profile/access/sign-ins/${id}/end">${renderFormToken(context)}<button type="submit" class="danger">End<span class="hidden"> the sign-in of ${browser} from ${address}</span></button></form>`;
}

function renderApplicationTable(applications: AccountAccessView['applications'], context: PageContext): Html {
  return html`<section class="scroll" tabindex="0" aria-labelledby="applications">
<table class="rows cards">
<thead><tr><th scope="col">Application</th><th scope="col">Permissions</th><th scope="col">Since</th><th scope="col">Last token</th><th scope="col"><span class="hidden">Withdraw</span></th></tr></thead>
<tbody>
${applications.map((application) => html`<tr><th scope="row">${application.name}${application.is_own && html` <span class="badge">your key</span>`}</th><td class="text"><ul>${application.permissions.map((permission) => html`<li>${permission}</li>`)}</ul>${application.manages_keys && html`<p>It may have read the secrets of your <a href="/profile">API keys</a>: check them and replace their secrets when you withdraw its access.</p>`}${renderCreatedObjects(application)}</td><td data-label="Since">${renderTimestampToMinute(application.since)}</td><td data-label="Last token">${application.last_token_at === null ? html`<span class="none">none now</span>` : renderTimestampToMinute(application.last_token_at)}</td><td>${application.has_access && renderWithdrawForm(application, context)}</td></tr>\n`)}</tbody>
</table>
</section>`;
}

/**
 * What an application created: its keys end with its access; access to accounts that it granted for an administrator
 * remains.
 */
function renderCreatedObjects({ keys, grants }: AccountAccessView['applications'][number]): Html {
  return html`${keys.length > 0 && html`<p>It made API keys, which end when you withdraw its access:</p><ul>${keys.map((name) => html`<li><bdi>${name}</bdi></li>`)}</ul>`}${grants.length > 0 && html`<p>It granted access to accounts, which remains until you revoke it there:</p><ul>${grants.map(({ acct_id: id, user, access }) => html`<li><a href="/accounts/${id}/grants">Account ${id}</a>: <bdi>${user}</bdi>, ${access}</li>`)}</ul>`}`;
}

function renderWithdrawForm(
  { client_id: clientId, name }: AccountAccessView['applications'][number],
  context: PageContext,
): Html {
  return html`<form method="post" action="/profile/access/applications/${encodeURIComponent(clientId)}/withdraw">${renderFormToken(context)}<button type="submit" class="danger">Withdraw<span class="hidden"> the access of ${name}</span></button></form>`;
}
