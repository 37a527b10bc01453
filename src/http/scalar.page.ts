import { digitsOf } from './figures.js';
import { type Html, html } from './html.js';

const DATE = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
/** Lower case at the front, so that the instrument `/ES` is not taken for an address; `:id` and `{id}` are patterns and lead nowhere. */
const OUR_PATH = /^\/[a-z][\w.~-]*(\/[\w.~%-]+)*\/?(\?[\w.~%&=+-]*)?$/;

/** A value that is neither list nor object, as people read it. */
export function scalar(value: unknown, baseUrl: string): Html {
  if (value === null || value === undefined || value === '') return absent;
  if (typeof value === 'boolean') return html`${value ? 'yes' : 'no'}`;
  if (value instanceof Date) return text(value.toISOString(), baseUrl);
  const digits = digitsOf(value);
  if (digits !== null) return html`<span class="figure${digits.startsWith('-') && ' neg'}">${digits}</span>`;
  return text(typeof value === 'string' ? value : JSON.stringify(value), baseUrl);
}

/** Heard as well as seen: a dash alone says nothing to a screen reader. */
const absent = html`<span class="none"><span aria-hidden="true">–</span><span class="hidden">none</span></span>`;

function text(value: string, baseUrl: string): Html {
  if (DATE.test(value) || MOMENT.test(value)) return moment(value);
  if (OUR_PATH.test(value) || isOurs(value, baseUrl)) return html`<a href="${value}">${value}</a>`;
  return /^\S{20,}$/.test(value) ? html`<code class="copy">${value}</code>` : html`${value}`;
}

function moment(value: string): Html {
  return Number.isNaN(Date.parse(value))
    ? html`${value}`
    : html`<time datetime="${value}">${value.replace('T', ' ')}</time>`;
}

function isOurs(value: string, baseUrl: string): boolean {
  return value === baseUrl || (value.startsWith(`${baseUrl}/`) && !/\s/.test(value));
}
