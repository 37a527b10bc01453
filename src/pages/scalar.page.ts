import { toDigits } from './number-format.js';
import { type Html, html } from './html.js';

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
