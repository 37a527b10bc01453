import { parseNextLink } from './paging.js';

type PagedRequest = { readonly url: string; query: unknown };
type PagedReply = Readonly<{ getHeader: (name: string) => unknown; removeHeader: (name: string) => unknown }>;

/**
 * Reads a list page by page: runs the handler again with the query of its own `Link` header. So the whole list has the
 * same rows, filters and permissions as its pages, and no route has code for it.
 */
export class ListPager {
  private readonly query: Readonly<Record<string, unknown>>;
  private nextUrl: string | null;

  constructor(
    private readonly request: PagedRequest,
    private readonly reply: PagedReply,
    private readonly runHandler: () => Promise<unknown>,
    rowsPerPage: number,
  ) {
    this.query = { ...(request.query as object), per_page: String(rowsPerPage) };
    this.nextUrl = request.url;
  }

  get hasMore(): boolean {
    return this.nextUrl !== null;
  }

  restart(): void {
    this.nextUrl = this.request.url;
  }

  async readPage(): Promise<readonly object[]> {
    if (this.nextUrl === null) throw new Error('The list has ended.');
    this.request.query = { ...this.query, ...this.diffQuery(this.nextUrl) };
    const view = await this.runHandler();
    const next = parseNextLink(this.reply.getHeader('link'));
    if (next === this.nextUrl) throw new Error('A page of the list leads to itself.');
    this.reply.removeHeader('link');
    this.nextUrl = next;
    return [view].flat() as object[];
  }

  /** The parameters in which a page's URL differs from its list: its start and direction. */
  private diffQuery(address: string): Readonly<Record<string, string>> {
    const before = new URL(this.request.url, 'http://here').searchParams;
    const { searchParams } = new URL(address, 'http://here');
    return Object.fromEntries([...searchParams].filter(([name, value]) => !before.getAll(name).includes(value)));
  }
}
