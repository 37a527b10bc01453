import type { Readable } from 'node:stream';
import { EntityManager, IsolationLevel } from '@mikro-orm/postgresql';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lastValueFrom, type Observable, of } from 'rxjs';
import { NameDirectory } from '../access/name-directory.js';
import { respondsWithCsv } from './accept.js';
import { formatCsvRows, formatCsvHeader, addNames } from './csv.js';
import { setCsvHeaders, toNameReader } from './csv-headers.hook.js';
import { DownloadBody, DownloadAbortedError } from './download-body.js';
import { DownloadSlots } from './download-slots.js';
import { limits } from './limits.js';
import { ListPager } from './list-pager.js';

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
