import { toDigits, toPaddingClass, measureFraction } from './number-format.js';
import { type Html, html } from './html.js';
import type { PageContent, PageContext } from './page.js';

const DATE = /^\d{4}-\d\d-\d\d$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
/**
 * A path starts with a lower-case letter, so that the symbol `/ES` is not one; `:id` and `{id}` are patterns without a
 * target.
 */
const LOCAL_PATH = /^\/[a-z][\w.~-]*(\/[\w.~%-]+)*\/?(\?[\w.~%&=+-]*)?$/;

/** Renders a value that is neither a list nor an object. */
export function renderScalar(value: unknown, baseUrl: string): Html {
  if (value === null || value === undefined || value === '') return absentMark;
  if (typeof value === 'boolean') return html`${value ? 'yes' : 'no'}`;
  if (value instanceof Date) return renderText(value.toISOString(), baseUrl);
  const digits = toDigits(value);
  if (digits !== null) return html`<span class="figure${digits.startsWith('-') && ' neg'}">${digits}</span>`;
  return renderText(typeof value === 'string' ? value : JSON.stringify(value), baseUrl);
}

/** Also for screen readers: a dash alone is not announced. */
const absentMark = html`<span class="none"><span aria-hidden="true">–</span><span class="hidden">none</span></span>`;

function renderText(value: string, baseUrl: string): Html {
  if (DATE.test(value) || TIMESTAMP.test(value)) return renderTime(value);
  if (LOCAL_PATH.test(value) || isOwnUrl(value, baseUrl)) return html`<a href="${value}">${value}</a>`;
  return /^\S{20,}$/.test(value) ? html`<code class="copy">${value}</code>` : html`${value}`;
}

function renderTime(value: string): Html {
  return Number.isNaN(Date.parse(value))
    ? html`${value}`
    : html`<time datetime="${value}">${value.replace('T', ' ')}</time>`;
}

function isOwnUrl(value: string, baseUrl: string): boolean {
  return value === baseUrl || (value.startsWith(`${baseUrl}/`) && !/\s/.test(value));
}

type Fields = Readonly<Record<string, unknown>>;

/** The nesting depth of a value. The outermost list fills the page; inner lists fold. */
type RenderPosition = Readonly<{ depth: number; baseUrl: string }>;

/** Deeper than any view of this service; beyond it JSON is more readable. */
const DEPTH_MAX = 8;

/** Renders any view as a page, so that no route lacks HTML. */
export function resourcePage(view: unknown, { path, nextUrl, baseUrl }: PageContext): PageContent {
  const [pathname = path, query] = path.split('?');
  return {
    title: pathname,
    styles: ['resource.css'],
    body: html`<article class="resource">
<h1>${pathname}${query !== undefined && html`<span class="query">?${query}</span>`}</h1>
${Array.isArray(view) && view.length > 0 && html`<p class="count">${formatCount(view.length)}${nextUrl !== null && ', and there are more'}</p>`}
${isObject(view) ? renderSections(view, { depth: 0, baseUrl }) : renderValue(view, { depth: 0, baseUrl })}
${nextUrl !== null && html`<p class="next"><a href="${nextUrl}" rel="next">Next page</a></p>`}
</article>`,
  };
}

/** An object as the page: its values first, then each list under a heading. */
function renderSections(view: Fields, position: RenderPosition): Html {
  const entries = Object.entries(view);
  const lists = entries.filter((entry): entry is [string, readonly Fields[]] => isRowList(entry[1]));
  const plain = entries.filter(([, value]) => !isRowList(value));
  return html`${(plain.length > 0 || lists.length === 0) && renderFacts(Object.fromEntries(plain), position)}
${lists.map(([name, items]) => html`<h2>${name}</h2>\n${renderScrollable(renderRows(items, position), name)}`)}`;
}

function renderValue(value: unknown, position: RenderPosition): Html {
  if (isList(value)) return renderList(value, position);
  if (isObject(value))
    return position.depth > DEPTH_MAX
      ? html`<pre><code>${JSON.stringify(value, null, 2)}</code></pre>`
      : renderFacts(value, position);
  return position.depth === 0
    ? html`<p>${renderScalar(value, position.baseUrl)}</p>`
    : renderScalar(value, position.baseUrl);
}

function renderList(items: readonly unknown[], position: RenderPosition): Html {
  const { depth, baseUrl } = position;
  if (items.length === 0)
    return depth === 0 ? html`<p class="empty">The list is empty.</p>` : html`<span class="empty">empty</span>`;
  if (depth > DEPTH_MAX) return html`<pre><code>${JSON.stringify(items, null, 2)}</code></pre>`;
  if (isRowList(items)) {
    const table = renderRows(items, position);
    return depth === 0
      ? renderScrollable(table, 'Entries')
      : html`<details><summary>${formatCount(items.length)}</summary>${table}</details>`;
  }
  if (depth > 0 && !items.some((item) => isList(item) || isObject(item))) {
    return html`${items.map((item, index) => html`${index > 0 && ', '}${renderScalar(item, baseUrl)}`)}`;
  }
  return html`<ul>${items.map((item) => html`<li>${renderValue(item, nestPosition(position))}</li>`)}</ul>`;
}

/** Scrolls by itself, so that the header of a long table stays visible; reachable by keyboard. */
function renderScrollable(table: Html, name: string): Html {
  return html`<section class="scroll" tabindex="0" aria-label="${name}">${table}</section>`;
}

function renderFacts(fields: Fields, position: RenderPosition): Html {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (entries.length === 0)
    return position.depth === 0
      ? html`<p class="empty">There is nothing to show.</p>`
      : html`<span class="empty">empty</span>`;
  return html`<table class="facts"><tbody>
${entries.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${renderValue(value, nestPosition(position))}</td></tr>\n`)}</tbody></table>`;
}

function renderRows(items: readonly Fields[], position: RenderPosition): Html {
  const columns = toColumns(items);
  return html`<table class="rows">
<thead><tr>${columns.map(({ name, isNumeric }) => html`<th scope="col"${isNumeric && html` class="n"`}>${name}</th>`)}</tr></thead>
<tbody>
${items.map((item) => html`<tr>${columns.map((column) => renderCell(item[column.name], column, position))}</tr>\n`)}</tbody></table>`;
}

/** `figures` is true if every value is a number; `widest` is then the width of its longest fraction. */
type ResourceColumn = Readonly<{ name: string; isNumeric: boolean; widest: number }>;

function toColumns(items: readonly Fields[]): ResourceColumn[] {
  const names = new Set(items.flatMap((item) => Object.keys(item)));
  return [...names].map((name) => {
    const present = items.map((item) => item[name]).filter((value) => value !== null && value !== undefined);
    const digits = present.map(toDigits).filter((figure) => figure !== null);
    const isNumeric = digits.length > 0 && digits.length === present.length;
    return {
      name,
      isNumeric,
      widest: isNumeric ? digits.reduce((widest, figure) => Math.max(widest, measureFraction(figure)), 0) : 0,
    };
  });
}

function renderCell(value: unknown, { isNumeric, widest }: ResourceColumn, position: RenderPosition): Html {
  if (value === undefined) return html`<td></td>`;
  const digits = isNumeric ? toDigits(value) : null;
  const isProse = typeof value === 'string' && value.length > 24;
  if (digits === null)
    return html`<td${isNumeric ? html` class="n"` : isProse && html` class="text"`}>${renderValue(value, nestPosition(position))}</td>`;
  return html`<td class="n${toPaddingClass(digits, widest)}${digits.startsWith('-') && ' neg'}">${digits}</td>`;
}

function nestPosition(position: RenderPosition): RenderPosition {
  return { ...position, depth: position.depth + 1 };
}

function formatCount(length: number): string {
  return length === 1 ? '1 entry' : `${length.toLocaleString('en')} entries`;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** A list of objects is a table. */
function isRowList(value: unknown): value is readonly Fields[] {
  return isList(value) && value.length > 0 && value.every(isObject);
}

/** Exact numbers and dates are values, although they are objects in JavaScript. */
function isObject(value: unknown): value is Fields {
  return (
    typeof value === 'object' &&
    value !== null &&
    !isList(value) &&
    !(value instanceof Date) &&
    toDigits(value) === null
  );
}
