import type { Readable } from 'node:stream';
import { EntityManager, IsolationLevel } from '@mikro-orm/postgresql';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lastValueFrom, type Observable, of } from 'rxjs';
import { NameDirectory, type NameViewer } from '../access/name-directory.js';
import { respondsWithCsv, isCsvDownload, addVary } from './accept.js';
import { formatCsvRows, formatCsvHeader, addNames, CSV_TYPE } from './csv.js';
import { DownloadBody, DownloadAbortedError, DownloadSlots } from './download-body.js';
import { limits } from './limits.js';
import { parseNextLink } from './paging.js';
import { isCalendarDate } from './wire-values.js';

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

/**
 * The headers of a CSV response. A link of a page gets a file named after its list, and the date that it is of; if rows are left, the
 * name has their number.
 */
export function setCsvHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { rows, isAll }: Readonly<{ rows: number; isAll: boolean }>,
): void {
  reply.type(CSV_TYPE).header('vary', addVary(reply.getHeader('vary'), 'Accept'));
  if (!isCsvDownload(request)) return;
  const { pathname, searchParams } = new URL(request.url, 'http://here');
  const date = searchParams.get('as_of') ?? '';
  const name = `${pathname}${isCalendarDate(date) ? `-${date}` : ''}`
    .replaceAll(/[^\w]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  reply
    .header('content-disposition', `attachment; filename="${name}${isAll ? '' : `-first-${rows}-rows`}.csv"`)
    .header('vary', addVary(reply.getHeader('vary'), 'Cookie'));
}

/** The reader of the names. */
export const toNameReader = ({ actor }: FastifyRequest): NameViewer =>
  actor === undefined
    ? null
    : { userId: actor.userId, isAdministrator: actor.role === 'Admin' && actor.userId === actor.actingUserId };

/** Chunks are read quickly; the time between two of them for slow readers is limited by this process. */
const SET_IDLE_TIMEOUT_SQL = `set local idle_in_transaction_session_timeout = ${limits.downloadMs}`;

/**
 * Sends a whole list as CSV if the request has no `per_page`: read in chunks within one read-only snapshot, and written
 * as fast as the reader takes it. A list of one chunk is sent as it is. With `per_page` the response is that page.
 */
@Injectable()
export class CsvDownloadInterceptor implements NestInterceptor {
  constructor(
    private readonly em: EntityManager,
    private readonly downloadSlots: DownloadSlots,
    private readonly names: NameDirectory,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (!isFullDownload(request)) return next.handle();
    const pages = new ListPager(request, reply, () => lastValueFrom(next.handle()), limits.downloadChunkRows);
    const first = await pages.readPage();
    if (!pages.hasMore) return of(first);
    pages.restart();
    const body = await this.openDownload(request, pages);
    setCsvHeaders(request, reply, { rows: 0, isAll: true });
    return of(body);
  }

  /** Resolves after the first chunk: earlier errors are responses, later ones break the connection. */
  private openDownload(request: FastifyRequest, pages: ListPager): Promise<Readable> {
    const releaseSlot = this.downloadSlots.acquire(request.actor?.actingUserId ?? 0);
    const body = new DownloadBody();
    return new Promise((resolve, reject) => {
      this.sendPages(request, pages, {
        body,
        onFirstChunk: () => {
          resolve(body.readable);
        },
      })
        .then(() => {
          body.end();
        })
        .catch((error: unknown) => {
          if (!(error instanceof DownloadAbortedError) && body.hasStarted)
            this.downloadSlots.onFailure(error, request.id);
          const failure = error as Error;
          body.abort(failure);
          reject(failure);
        })
        .finally(releaseSlot);
    });
  }

  private sendPages(
    request: FastifyRequest,
    pages: ListPager,
    { body, onFirstChunk }: Readonly<{ body: DownloadBody; onFirstChunk: () => void }>,
  ): Promise<void> {
    const { csvColumns = [] } = request.routeOptions.config;
    const reader = toNameReader(request);
    return this.em.transactional(
      async (em) => {
        await em.execute(SET_IDLE_TIMEOUT_SQL);
        let titles = formatCsvHeader(csvColumns);
        while (pages.hasMore) {
          const rows = await addNames(await pages.readPage(), csvColumns, { names: this.names, reader });
          em.clear();
          onFirstChunk();
          await body.write(`${titles}${formatCsvRows(rows, csvColumns)}`);
          titles = '';
        }
      },
      { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true, clear: true },
    );
  }
}

const isFullDownload = (request: FastifyRequest): boolean =>
  request.method === 'GET' && respondsWithCsv(request) && !Object.hasOwn(request.query as object, 'per_page');
