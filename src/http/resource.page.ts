import { digitsOf, pushOf, widthOfFraction } from './figures.js';
import { type Html, html } from './html.js';
import type { PageContent, Visit } from './page.js';
import { scalar } from './scalar.page.js';

type Fields = Readonly<Record<string, unknown>>;

/** Inside how many others a value stands. The outermost list has the page to itself; a list further in folds. */
type Place = Readonly<{ depth: number; baseUrl: string }>;

/** Deeper than any view of this service; beyond it a reader is better served by the JSON. */
const DEPTH_MAX = 8;

/** Any view, as a browser can read it: the reason no endpoint can forget to answer in HTML. */
export function resourcePage(view: unknown, { path, next, baseUrl }: Visit): PageContent {
  const [bare = path, query] = path.split('?');
  return {
    title: bare,
    body: html`<article class="resource">
<h1>${bare}${query !== undefined && html`<span class="query">?${query}</span>`}</h1>
${Array.isArray(view) && view.length > 0 && html`<p class="count">${count(view.length)}${next !== null && ', and there are more'}</p>`}
${isObject(view) ? sections(view, { depth: 0, baseUrl }) : shown(view, { depth: 0, baseUrl })}
${next !== null && html`<p class="next"><a href="${next}" rel="next">Next page</a></p>`}
</article>`,
  };
}

/** An object that is the whole page: first its own facts, then each of its lists under a heading. */
function sections(view: Fields, place: Place): Html {
  const entries = Object.entries(view);
  const lists = entries.filter((entry): entry is [string, readonly Fields[]] => isTable(entry[1]));
  const plain = entries.filter(([, value]) => !isTable(value));
  return html`${(plain.length > 0 || lists.length === 0) && facts(Object.fromEntries(plain), place)}
${lists.map(([name, items]) => html`<h2>${name}</h2>\n${framed(rows(items, place), name)}`)}`;
}

function shown(value: unknown, place: Place): Html {
  if (isList(value)) return list(value, place);
  if (isObject(value))
    return place.depth > DEPTH_MAX
      ? html`<pre><code>${JSON.stringify(value, null, 2)}</code></pre>`
      : facts(value, place);
  return place.depth === 0 ? html`<p>${scalar(value, place.baseUrl)}</p>` : scalar(value, place.baseUrl);
}

function list(items: readonly unknown[], place: Place): Html {
  const { depth, baseUrl } = place;
  if (items.length === 0)
    return depth === 0 ? html`<p class="empty">The list is empty.</p>` : html`<span class="empty">empty</span>`;
  if (depth > DEPTH_MAX) return html`<pre><code>${JSON.stringify(items, null, 2)}</code></pre>`;
  if (isTable(items)) {
    const table = rows(items, place);
    return depth === 0
      ? framed(table, 'Entries')
      : html`<details><summary>${count(items.length)}</summary>${table}</details>`;
  }
  if (depth > 0 && !items.some((item) => isList(item) || isObject(item))) {
    return html`${items.map((item, index) => html`${index > 0 && ', '}${scalar(item, baseUrl)}`)}`;
  }
  return html`<ul>${items.map((item) => html`<li>${shown(item, within(place))}</li>`)}</ul>`;
}

/** Scrolls by itself, so that the head of a long table stays in sight and a wide one does not widen the page; the keyboard reaches it. */
function framed(table: Html, name: string): Html {
  return html`<section class="scroll" tabindex="0" aria-label="${name}">${table}</section>`;
}

function facts(fields: Fields, place: Place): Html {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (entries.length === 0)
    return place.depth === 0
      ? html`<p class="empty">There is nothing to show.</p>`
      : html`<span class="empty">empty</span>`;
  return html`<table class="facts"><tbody>
${entries.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${shown(value, within(place))}</td></tr>\n`)}</tbody></table>`;
}

function rows(items: readonly Fields[], place: Place): Html {
  const columns = columnsOf(items);
  return html`<table class="rows">
<thead><tr>${columns.map(({ name, figures }) => html`<th scope="col"${figures && html` class="n"`}>${name}</th>`)}</tr></thead>
<tbody>
${items.map((item) => html`<tr>${columns.map((column) => cell(item[column.name], column, place))}</tr>\n`)}</tbody></table>`;
}

/** `figures` when every value present is a number; `widest` is then the room its longest fraction takes. */
type Column = Readonly<{ name: string; figures: boolean; widest: number }>;

function columnsOf(items: readonly Fields[]): Column[] {
  const names = new Set(items.flatMap((item) => Object.keys(item)));
  return [...names].map((name) => {
    const present = items.map((item) => item[name]).filter((value) => value !== null && value !== undefined);
    const digits = present.map(digitsOf).filter((figure) => figure !== null);
    const figures = digits.length > 0 && digits.length === present.length;
    return {
      name,
      figures,
      widest: figures ? digits.reduce((widest, figure) => Math.max(widest, widthOfFraction(figure)), 0) : 0,
    };
  });
}

function cell(value: unknown, { figures, widest }: Column, place: Place): Html {
  if (value === undefined) return html`<td></td>`;
  const digits = figures ? digitsOf(value) : null;
  const isProse = typeof value === 'string' && value.length > 24;
  if (digits === null)
    return html`<td${figures ? html` class="n"` : isProse && html` class="text"`}>${shown(value, within(place))}</td>`;
  const push = pushOf(digits, widest);
  return html`<td class="n${push > 0 && ` short-${push}`}${digits.startsWith('-') && ' neg'}">${digits}</td>`;
}

function within(place: Place): Place {
  return { ...place, depth: place.depth + 1 };
}

function count(length: number): string {
  return length === 1 ? '1 entry' : `${length.toLocaleString('en')} entries`;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** A list of objects, which is to say rows. */
function isTable(value: unknown): value is readonly Fields[] {
  return isList(value) && value.length > 0 && value.every(isObject);
}

/** Exact numbers and dates are objects to JavaScript and values to everybody else. */
function isObject(value: unknown): value is Fields {
  return (
    typeof value === 'object' &&
    value !== null &&
    !isList(value) &&
    !(value instanceof Date) &&
    digitsOf(value) === null
  );
}
