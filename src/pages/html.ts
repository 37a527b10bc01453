/** Safe markup. Everything else is text and is escaped when it is inserted. */
export class Html {
  constructor(private readonly markup: string) {}

  toString(): string {
    return this.markup;
  }
}

type HtmlInsert = Html | string | number | false | null | undefined | readonly HtmlInsert[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Further characters that pages must not contain: invalid in HTML, direction-changing, or line-breaking. The text may
 * come from another user. They are shown as Unicode code points.
 */
const ESCAPED_CHARACTERS =
  /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]/gu;

const formatCodePoint = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

function renderInsert(insert: HtmlInsert): string {
  if (insert === undefined || insert === null || insert === false) return '';
  if (insert instanceof Html) return insert.toString();
  if (Array.isArray(insert)) return insert.map(renderInsert).join('');
  return String(insert).replace(ESCAPED_CHARACTERS, (character) => entities[character] ?? formatCodePoint(character));
}

/** A page is a tagged template; values that are not `Html` are escaped. */
export function html(strings: TemplateStringsArray, ...inserts: HtmlInsert[]): Html {
  return new Html(String.raw({ raw: strings }, ...inserts.map(renderInsert)));
}

/** JSON as the value of an attribute with its quotes: single ones where the JSON has double quotes, so that these need no escape. */
export const renderJsonAttribute = (json: string): Html =>
  new Html(json.includes('"') ? `'${renderInsert(json).replaceAll('&quot;', '"')}'` : `"${renderInsert(json)}"`);
