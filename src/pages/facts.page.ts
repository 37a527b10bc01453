import { type Html, html } from './html.js';

/** The facts of one thing, in words. Facts without a value are left out. */
export const renderFacts = (facts: readonly (readonly [label: string, value: Html | string | null])[]): Html =>
  html`<table class="facts"><tbody>
${facts.map(([label, value]) => value !== null && value !== '' && html`<tr><th scope="row">${label}</th><td>${value}</td></tr>\n`)}</tbody></table>`;
