import { type Html, html } from './html.js';
import { navigation, PROFILE, whereabouts } from './navigation.js';
import type { PageContent, Theme, Visit } from './page.js';

/** The frame around every page: where you are, who you are, what was just said, the page, and how to ask for it as JSON. */
export function layout(content: PageContent, visit: Visit): Html {
  const { theme, actingFor } = visit;
  return html`<!DOCTYPE html>
<html lang="en"${theme && html` data-theme="${theme}"`}${actingFor !== null && ' data-acting'}>
${head(content, visit)}
<body>
<a class="skip" href="#main">Skip to the page</a>
${header(visit)}
${actingFor !== null && acting(actingFor, visit)}
${visit.flash && flash(visit.flash, visit)}
<main id="main" tabindex="-1">
${content.body}
</main>
${footer(visit)}
</body>
</html>
`;
}

function head(
  { title, styles = [], scripts = [] }: PageContent,
  { asset, theme, actingFor, toldUpTo = null }: Visit,
): Html {
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme ?? 'light dark'}">
${toldUpTo !== null && scripts.length > 0 && html`<meta name="told-up-to" content="${toldUpTo}">\n`}<title>${title}${actingFor !== null && ' (acting)'} – Kontor</title>
${['kontor.css', ...styles].map((name) => html`<link rel="stylesheet" href="${asset(name)}">\n`)}<link rel="icon" href="${asset('mark.svg')}" type="image/svg+xml">
${['kontor.js', ...scripts].map((name) => html`<script src="${asset(name)}" type="module"></script>\n`)}</head>`;
}

function header(visit: Visit): Html {
  const { path, asset } = visit;
  const destinations = navigation(visit);
  const here = whereabouts(path, destinations);
  return html`<header class="top">
<a class="brand" href="/"><img src="${asset('mark.svg')}" alt="" width="22" height="22">Kontor</a>
<nav aria-label="Main">
<ul>${destinations.map((entry) => html`<li><a href="${entry.href}"${entry === here && html` aria-current="${entry.href === path ? 'page' : 'true'}"`}>${entry.label}</a></li>`)}</ul>
</nav>
${who(visit)}
</header>`;
}

/** Who is signed in, with the way to their profile and the way out; or the way in. */
function who({ person, formToken, signIn }: Visit): Html | null {
  if (person === null) return signIn === null ? null : html`<p class="person"><a href="${signIn}">Sign in</a></p>`;
  return html`<div class="person">
<p>Signed in as <a href="${PROFILE}"><strong>${person}</strong></a></p>
<form method="post" action="/logout"><input type="hidden" name="form_token" value="${formToken}"><button type="submit">Sign out</button></form>
</div>`;
}

/** An administrator who forgets for whom they act trades in the wrong account: it stays in sight, with the way back. */
function acting(customer: string, { formToken }: Visit): Html {
  return html`<aside class="acting" aria-label="Acting for a customer">
<p>You are acting for <strong>${customer}</strong>. <span class="more">What you do here is done in their account, and written down under your name.</span></p>
<form method="post" action="/acting/end"><input type="hidden" name="form_token" value="${formToken}"><button type="submit">Stop acting</button></form>
</aside>`;
}

/** What was said by the last answer; whoever was told that they have to sign in finds the way here. */
function flash(message: string, { signIn }: Visit): Html {
  return html`<p class="flash" role="status">${message}${signIn !== null && html` <a href="${signIn}">Sign in</a>`}</p>`;
}

function footer({ path, baseUrl, version, requestId, theme, hasJson, needsToken }: Visit): Html {
  return html`<footer class="foot">
${hasJson && html`<p class="json">This page as JSON: <code>curl -H 'Accept: application/json' ${needsToken && `-H 'Prefer: status=401' -H "Authorization: Bearer $TOKEN" `}${quoted(baseUrl + path)}</code></p>`}
<p>Kontor ${version} · Request <code>${requestId}</code> · <a href="/shortcuts">Keys</a></p>
<form class="theme" method="post" action="/theme">
<input type="hidden" name="back" value="${path}">
<fieldset><legend>Colours</legend>
${themes.map(([value, label]) => html`<button type="submit" name="theme" value="${value}" aria-pressed="${String(value === (theme ?? 'system'))}">${label}</button>`)}
</fieldset>
</form>
</footer>`;
}

/** One word to a shell, whatever a caller put into the address; a quote means the same to a server when it is escaped. */
function quoted(address: string): string {
  return `'${address.replaceAll("'", '%27')}'`;
}

const themes: readonly (readonly [Theme | 'system', string])[] = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];
