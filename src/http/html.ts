/** Markup that is already safe. Everything else is text and is escaped on its way into a page. */
export class Html {
  constructor(private readonly markup: string) {}

  toString(): string {
    return this.markup;
  }
}

type Insert = Html | string | number | false | null | undefined | readonly Insert[];

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function render(insert: Insert): string {
  if (insert === undefined || insert === null || insert === false) return '';
  if (insert instanceof Html) return insert.toString();
  if (Array.isArray(insert)) return insert.map(render).join('');
  return String(insert).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** A page is written as a tagged template; nothing that is not itself `Html` gets through unescaped. */
export function html(strings: TemplateStringsArray, ...inserts: Insert[]): Html {
  return new Html(String.raw({ raw: strings }, ...inserts.map(render)));
}
