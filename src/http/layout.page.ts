import { type Html, html } from './html.js';
import { navigation, whereabouts } from './navigation.js';
import type { PageContent, Theme, Visit } from './page.js';

/** The frame around every page: where you are, who you are, what was just said, the page, and how to ask for it as JSON. */
export function layout({ title, body }: PageContent, visit: Visit): Html {
  const { asset, theme } = visit;
  return html`<!DOCTYPE html>
<html lang="en"${theme && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme ?? 'light dark'}">
<title>${title} – Kontor</title>
<link rel="stylesheet" href="${asset('kontor.css')}">
<link rel="icon" href="${asset('mark.svg')}" type="image/svg+xml">
<script src="${asset('kontor.js')}" type="module"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the page</a>
${header(visit)}
${visit.flash && html`<p class="flash" role="status">${visit.flash}</p>`}
<main id="main" tabindex="-1">
${body}
</main>
${footer(visit)}
</body>
</html>
`;
}

function header({ path, person, asset }: Visit): Html {
  const here = whereabouts(path);
  return html`<header class="top">
<a class="brand" href="/"><img src="${asset('mark.svg')}" alt="" width="22" height="22">Kontor</a>
<nav aria-label="Main">
<ul>${navigation.map((entry) => html`<li><a href="${entry.href}"${entry === here && html` aria-current="${entry.href === path ? 'page' : 'true'}"`}>${entry.label}</a></li>`)}</ul>
</nav>
${person && html`<p class="person">Signed in as <strong>${person}</strong></p>`}
</header>`;
}

function footer({ path, baseUrl, version, requestId, theme }: Visit): Html {
  return html`<footer class="foot">
<p>This page as JSON: <code>curl -H 'Accept: application/json' ${quoted(baseUrl + path)}</code></p>
<p>Kontor ${version} · Request <code>${requestId}</code></p>
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
