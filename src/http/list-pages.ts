import { nextIn } from './paging.js';

type Request = { readonly url: string; query: unknown };
type Reply = Readonly<{ getHeader: (name: string) => unknown; removeHeader: (name: string) => unknown }>;

/**
 * A list that a handler gives in pages, read page by page: each time the handler is run again with the query that its own `Link` header names. So a list has the same
 * rows, filters and permissions as a whole as it has in pages, and no endpoint knows of it.
 */
export class ListPages {
  private readonly asked: Readonly<Record<string, unknown>>;
  private at: string | null;

  constructor(
    private readonly request: Request,
    private readonly reply: Reply,
    private readonly run: () => Promise<unknown>,
    rowsPerPage: number,
  ) {
    this.asked = { ...(request.query as object), per_page: String(rowsPerPage) };
    this.at = request.url;
  }

  get hasMore(): boolean {
    return this.at !== null;
  }

  restart(): void {
    this.at = this.request.url;
  }

  async read(): Promise<readonly object[]> {
    if (this.at === null) throw new Error('The list has ended.');
    this.request.query = { ...this.asked, ...this.changedBy(this.at) };
    const view = await this.run();
    const next = nextIn(this.reply.getHeader('link'));
    if (next === this.at) throw new Error('A page of the list leads to itself.');
    this.reply.removeHeader('link');
    this.at = next;
    return [view].flat() as object[];
  }

  /** What the address of a page says otherwise than that of the list: where it begins, and from which end. */
  private changedBy(address: string): Readonly<Record<string, string>> {
    const before = new URL(this.request.url, 'http://here').searchParams;
    const { searchParams } = new URL(address, 'http://here');
    return Object.fromEntries([...searchParams].filter(([name, value]) => !before.getAll(name).includes(value)));
  }
}
