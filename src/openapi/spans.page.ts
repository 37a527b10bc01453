import { type Html, html } from '../pages/html.js';
import { guidePaths, QUICK_START, toGuideUrl } from './markdown.js';

/** Text of a doc comment: paragraphs, and code between backticks. */
export function renderProse(text: string): Html {
  return html`${text
    .split('\n\n')
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => html`<p>${renderInline(paragraph)}</p>`)}`;
}

export function renderInline(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}

/** A path that a narrow place may break at its parameters, not within their names. */
export function renderPath(path: string): Html {
  return html`${path.split(/(?<=\/)(?=\{)|(?<=\}\/)/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)}`;
}

const SPAN = /(`[^`]+`)|\*\*((?:`[^`]*`|[^`])+?)\*\*|\[([^\]]+)\]\(([^)\s]+)\)|\*([^*`]+)\*/;

/** A line of Markdown. Code first: what stands in it is no markup. */
export function renderSpans(text: string): Html {
  const match = SPAN.exec(text);
  if (!match) return html`${text}`;
  const [whole, code, strong, label, target, emphasis] = match;
  const before = text.slice(0, match.index);
  const rest = renderSpans(text.slice(match.index + whole.length));
  if (code !== undefined) return html`${before}${renderInline(code)}${rest}`;
  if (strong !== undefined) return html`${before}<strong>${renderSpans(strong)}</strong>${rest}`;
  if (emphasis !== undefined) return html`${before}<em>${emphasis}</em>${rest}`;
  const href = toDocumentUrl(target ?? '');
  const linkText = renderSpans(label ?? '');
  return html`${before}${href === null ? linkText : html`<a href="${href}">${linkText}</a>`}${rest}`;
}

/** A document beside this one is a page beside this one, the list of routes the reference. Null where the service has no such page. Its own pages have its base URL, which may be plain HTTP. */
export function toDocumentUrl(target: string): string | null {
  if (/^(?:https?:|#)/.test(target)) return target;
  const [, name = '', anchor = ''] = /^([\w-]+)\.md(#.+)?$/.exec(target) ?? [];
  if (name === 'errors') return `/docs/errors${anchor}`;
  if (name === 'routes') return '/docs/reference';
  if (name === QUICK_START) return `/docs${anchor}`;
  return name in guidePaths ? `${toGuideUrl(name)}${anchor}` : null;
}
