/** Markup that is already safe. Everything else is text and is escaped on its way into a page. */
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
 * Besides what is markup: what a page must not have in it at all, because it is no character of HTML, or turns what stands around it, or ends a line that does not end. Others may have chosen the
 * text: the answer of a receiver, a name in an application. It is written as Unicode numbers it, for everybody to see.
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

/** A page is written as a tagged template; nothing that is not itself `Html` gets through unescaped. */
export function html(strings: TemplateStringsArray, ...inserts: HtmlInsert[]): Html {
  return new Html(String.raw({ raw: strings }, ...inserts.map(renderInsert)));
}
