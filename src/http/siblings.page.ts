import { type Html, html } from './html.js';

/** Where else one can go from here: the pages of a room lead to each other. */
export function siblings(name: string, path: string, destinations: readonly (readonly [string, string])[]): Html {
  const [here] = path.split('?');
  const isHere = (href: string): boolean => href.split('?')[0] === here;
  return html`<nav class="siblings" aria-label="${name}"><ul>${destinations.map(([href, label]) => html`<li><a href="${href}"${isHere(href) && html` aria-current="page"`}>${label}</a></li>`)}</ul></nav>`;
}
