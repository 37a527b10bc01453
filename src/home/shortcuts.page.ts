import { html } from '../pages/html.js';
import type { PageContent } from '../pages/page.js';
import type { ShortcutsView } from './home.view.js';

/** Lists the shortcuts, with a switch that a script adds. */
export function shortcutsPage(places: ShortcutsView): PageContent {
  return {
    title: 'Keys',
    body: html`<article class="shortcuts">
<h1>Keyboard shortcuts</h1>
<p class="lead">Everything can be done with the keyboard. These shortcuts do not apply while you are typing, except for <kbd>b</kbd>, <kbd>s</kbd>, <kbd>p</kbd>, <kbd>x</kbd>, <kbd>c</kbd> and <kbd>m</kbd> in the number fields of a ticket.</p>
<p data-keys-switch>They need JavaScript, which is off in this browser.</p>
${places.map(
  ({ where, keys }) => html`<h2>${where}</h2>
<table class="facts"><tbody>
${keys.map(({ keys: pressed, does }) => html`<tr><th scope="row">${pressed.map((key, index) => html`${index > 0 && ' then '}<kbd>${key}</kbd>`)}</th><td>${does}</td></tr>`)}
</tbody></table>`,
)}
</article>`,
  };
}
