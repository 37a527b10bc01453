import { renderFormToken } from './fields.page.js';
import { type Html, html } from './html.js';
import { PROFILE_PATH } from './navigation.js';
import type { Density, FlashButton, PageContent, Theme, PageContext } from './page.js';

/** The layout of every page: navigation, signed-in user, flash message, the page, and how to request it as JSON. */
export function renderLayout(content: PageContent, context: PageContext): Html {
  const { theme, density, actingFor } = context;
  const { skipTarget: target } = content;
  return html`<!DOCTYPE html>
<html lang="en"${theme && html` data-theme="${theme}"`}${density && html` data-density="${density}"`}${actingFor !== null && ' data-acting'}>
${renderHead(content, context)}
<body>
<a class="skip" href="#main">Skip to the page</a>
${
  target &&
  html`<a class="skip" href="#${target.id}">Skip to ${target.name}</a>
`
}${renderHeader(context)}
${actingFor !== null && renderActingBanner(actingFor, context)}
${content.hasFlash !== true && renderFlash(context)}
<main id="main" tabindex="-1">
${content.body}
</main>
${renderFooter(context)}
</body>
</html>
`;
}

/** Style sheets of parts that several pages have, and what tells that a page has one. */
const partStyles: ReadonlyMap<string, RegExp> = new Map([
  ['code.css', /<pre|<code class="copy"/],
  ['facts.css', /class="facts"/],
  ['listing.css', /class="(?:listing|list-tools|column-choice)/],
  ['problem.css', /class="problem"/],
  ['sign-in.css', /class="sign-in"/],
]);

/** Every page has the first; what only some pages have, they load. */
const listStyleSheets = (
  { body, styles = [] }: PageContent,
  { actingFor, latestNotice = null }: PageContext,
): readonly string[] => {
  const markup = body.toString();
  return [
    'kontor.css',
    ...(actingFor === null ? [] : ['acting.css']),
    ...[...partStyles].flatMap(([name, pattern]) => (pattern.test(markup) ? [name] : [])),
    ...styles,
    ...alertFiles('alerts.css', latestNotice),
  ];
};

function renderHead(content: PageContent, context: PageContext): Html {
  const { title, scripts = [], alternates = [] } = content;
  const { getAssetUrl, theme, actingFor, lastEventSeq = null, latestNotice = null } = context;
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme ?? 'light dark'}">
${lastEventSeq !== null && scripts.length > 0 && html`<meta name="latest-event" content="${lastEventSeq}">\n`}${renderAlertMeta(latestNotice)}<title>${title}${actingFor !== null && ' (acting)'} – Kontor</title>
<link rel="preload" href="${getAssetUrl('inter-latin.woff2')}" as="font" type="font/woff2" crossorigin>
${listStyleSheets(content, context).map((name) => html`<link rel="stylesheet" href="${getAssetUrl(name)}">\n`)}<link rel="icon" href="${getAssetUrl('mark.svg')}" type="image/svg+xml">
${alternates.map(({ type, href, title: name }) => html`<link rel="alternate" type="${type}" href="${href}" title="${name}">\n`)}${['kontor.js', ...scripts, ...alertFiles('alerts.js', latestNotice)].map((name) => html`<script src="${getAssetUrl(name)}" type="module"></script>\n`)}</head>`;
}

const renderAlertMeta = (latestNotice: number | null): Html | null =>
  latestNotice === null ? null : html`<meta name="alerts" content="${latestNotice}">\n`;

/** On pages of users who have alerts. */
const alertFiles = (name: string, latestNotice: number | null): readonly string[] =>
  latestNotice === null ? [] : [name];

function renderHeader(context: PageContext): Html {
  const { path, getAssetUrl, navigation } = context;
  const destinations = navigation.listVisible(context);
  const current = navigation.findCurrent(path, destinations);
  return html`<header class="top">
<a class="brand" href="/"><img src="${getAssetUrl('mark.svg')}" alt="" width="22" height="22">Kontor</a>
<nav aria-label="Main">
${context.userName !== null && menu}<ul>${destinations.map((entry) => html`<li><a href="${entry.href}"${entry === current && html` aria-current="${entry.href === path ? 'page' : 'true'}"`}>${entry.label}</a></li>`)}</ul>
</nav>
${renderSignedInUser(context)}
</header>`;
}

/** On a narrow screen: shows the links that have no space in the line, and the signed-in user (kontor.css). */
const menu = html`<details class="menu"><summary><span class="hidden">Menu</span></summary></details>
`;

/** A longer one may be cut in the head. */
const NAME_MAX = 24;

/** The signed-in user with links to profile and sign-out; otherwise the sign-in link. */
function renderSignedInUser({ userName, formToken, signInUrl }: PageContext): Html | null {
  if (userName === null)
    return signInUrl === null ? null : html`<p class="person"><a href="${signInUrl}">Sign in</a></p>`;
  return html`<div class="person">
<p>Signed in as <a href="${PROFILE_PATH}"${userName.length > NAME_MAX && html` title="${userName}"`}><strong>${userName}</strong></a></p>
<form method="post" action="/logout"><input type="hidden" name="form_token" value="${formToken}"><button type="submit">Sign out</button></form>
</div>`;
}

/** The banner of an acting administrator, always visible, with the button that stops acting. */
function renderActingBanner(customer: string, { formToken }: PageContext): Html {
  return html`<aside class="acting" aria-label="Acting for a customer">
<p>You are acting for <strong>${customer}</strong>. <span class="more">Your actions apply to their accounts and are logged under your name.</span></p>
<form method="post" action="/acting/end"><input type="hidden" name="form_token" value="${formToken}"><button type="submit">Stop acting</button></form>
</aside>`;
}

/** The flash message; users who must sign in get the link. A paragraph holds no form, so that of the button is behind it. */
export function renderFlash(context: PageContext, id: string | null = null): Html | false {
  const { flash: message, signInUrl, flashKind, flashButton: button } = context;
  if (!message) return false;
  return html`<p class="flash${flashKind !== undefined && ` ${flashKind}`}" role="status"${id !== null && html` id="${id}"`}>${message}${signInUrl !== null && html` <a href="${signInUrl}">Sign in</a>`}${button && html` <button type="submit" class="danger" form="flash-form">${button.label}</button>`}</p>${button && renderFlashForm(button, context)}`;
}

const renderFlashForm = ({ action, fields }: FlashButton, context: PageContext): Html =>
  html`<form method="post" action="${action}" id="flash-form" data-at-once hidden>${renderFormToken(context)}${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}</form>`;

function renderFooter({ path, baseUrl, version, requestId, theme, density, hasJson, needsToken }: PageContext): Html {
  return html`<footer class="foot">
${hasJson && html`<p class="json">This page as JSON: <code>curl -H 'Accept: application/json' ${needsToken && `-H 'Prefer: status=401' -H "Authorization: Bearer $TOKEN" `}${quoteForShell(baseUrl + path)}</code></p>`}
<p>Times in <span data-zone>UTC</span> · Kontor ${version} · Request <code>${requestId}</code><span class="screen"> · <a href="/shortcuts">Shortcuts</a></span></p>
<form class="theme" method="post" action="/theme">
<input type="hidden" name="back" value="${path}">
<fieldset><legend>Colors</legend>
${themes.map(([value, label]) => html`<button type="submit" name="theme" value="${value}" aria-pressed="${String(value === (theme ?? 'system'))}">${label}</button>`)}
</fieldset>
<fieldset><legend>Density</legend>
${densities.map(([value, label]) => html`<button type="submit" name="density" value="${value}" aria-pressed="${String(value === (density ?? 'comfortable'))}">${label}</button>`)}
</fieldset>
</form>
</footer>`;
}

/** Quotes a URL as one shell word; percent-encoded quotes mean the same to the server. */
function quoteForShell(address: string): string {
  return `'${address.replaceAll("'", '%27')}'`;
}

const themes: readonly (readonly [Theme | 'system', string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

const densities: readonly (readonly [Density | 'comfortable', string])[] = [
  ['comfortable', 'Comfortable'],
  ['compact', 'Compact'],
];
