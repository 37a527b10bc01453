import type { Readable } from 'node:stream';
import { EntityManager, IsolationLevel } from '@mikro-orm/postgresql';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lastValueFrom, type Observable, of } from 'rxjs';
import { Names } from '../access/names.js';
import { getsCsv } from './accept.js';
import { csvLines, csvTitles } from './csv.js';
import { withNames } from './csv-names.js';
import { describeTable, readerOf } from './csv-table.hook.js';
import { DownloadBody, ReaderGone } from './download-body.js';
import { Downloads } from './downloads.js';
import { limits } from './limits.js';
import { ListPages } from './list-pages.js';

/** Each chunk is read in a moment; what a slow reader may take between two of them is bounded by this process. */
const PATIENT = `set local idle_in_transaction_session_timeout = ${limits.downloadMs}`;

/**
 * Sends a list whole to whoever asks for it as CSV without saying how many rows: read in chunks within one read-only snapshot of the database, and written as fast as the
 * reader takes it. A list of one chunk is answered as it is. With `per_page` the answer is that page.
 */
@Injectable()
export class CsvDownloadInterceptor implements NestInterceptor {
  constructor(
    private readonly em: EntityManager,
    private readonly downloads: Downloads,
    private readonly names: Names,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (!isWhole(request)) return next.handle();
    const pages = new ListPages(request, reply, () => lastValueFrom(next.handle()), limits.downloadChunkRows);
    const first = await pages.read();
    if (!pages.hasMore) return of(first);
    pages.restart();
    const body = await this.open(request, pages);
    describeTable(request, reply, { rows: 0, isAll: true });
    return of(body);
  }

  /** Resolves when the first chunk is read: what fails by then is an answer, what fails later breaks the connection. */
  private open(request: FastifyRequest, pages: ListPages): Promise<Readable> {
    const left = this.downloads.enter(request.actor?.actingUserId ?? 0);
    const body = new DownloadBody();
    return new Promise((resolve, reject) => {
      this.send(request, pages, {
        body,
        begun: () => {
          resolve(body.readable);
        },
      })
        .then(() => {
          body.end();
        })
        .catch((error: unknown) => {
          if (!(error instanceof ReaderGone) && body.hasBegun) this.downloads.failed(error, request.id);
          const failure = error as Error;
          body.break(failure);
          reject(failure);
        })
        .finally(left);
    });
  }

  private send(
    request: FastifyRequest,
    pages: ListPages,
    { body, begun }: Readonly<{ body: DownloadBody; begun: () => void }>,
  ): Promise<void> {
    const { csvColumns = [] } = request.routeOptions.config;
    const reader = readerOf(request);
    return this.em.transactional(
      async (em) => {
        await em.execute(PATIENT);
        let titles = csvTitles(csvColumns);
        while (pages.hasMore) {
          const rows = await withNames(await pages.read(), csvColumns, { names: this.names, reader });
          em.clear();
          begun();
          await body.write(`${titles}${csvLines(rows, csvColumns)}`);
          titles = '';
        }
      },
      { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true, clear: true },
    );
  }
}

const isWhole = (request: FastifyRequest): boolean =>
  request.method === 'GET' && getsCsv(request) && !Object.hasOwn(request.query as object, 'per_page');
