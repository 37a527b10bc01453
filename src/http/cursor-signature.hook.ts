import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { derivedKey } from '../config/sealed-text.js';
import { getsPage } from './accept.js';
import { InvalidRequest } from './invalid-request.js';

/** What does not decide which rows a list has: where a page of it begins, how long it is, and that it is taken as a file. */
const notFilters: ReadonlySet<string> = new Set(['cursor', 'per_page', '_as']);

const SIGNATURE_BYTES = 16;

/**
 * Signs the cursors that leave in a `Link` header, and takes those back that carry the signature of their list: its path, its filters, and
 * whether it is a page or data, because pages begin with the newest rows. A handler sees the bare cursor on both ways.
 */
export class CursorSignatures {
  private readonly key: Buffer;

  constructor(secretKey: string) {
    this.key = derivedKey('cursor', secretKey);
  }

  listen(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, _reply, done) => {
      const query = request.query as Record<string, unknown>;
      const signed = request.is404 ? undefined : query['cursor'];
      const cursor = typeof signed === 'string' ? this.opened(signed, request) : undefined;
      if (cursor === null) {
        done(
          new InvalidRequest(
            [
              {
                pointer: 'cursor',
                message: 'cursor must be one that a Link header of this very list gave, with the same filters',
              },
            ],
            'query',
          ),
        );
        return;
      }
      if (cursor !== undefined) request.query = { ...query, cursor };
      done();
    });
    fastify.addHook('preSerialization', (request, reply, view, done) => {
      const link = reply.getHeader('link');
      if (typeof link === 'string' && link.includes('cursor='))
        reply.header(
          'link',
          link.replace(
            /([?&]cursor=)([^&>]+)/,
            (_, name: string, cursor: string) => `${name}${cursor}.${this.signature(cursor, request)}`,
          ),
        );
      done(null, view);
    });
  }

  /** Null for a cursor that is not of this list. */
  private opened(signed: string, request: FastifyRequest): string | null {
    const [, cursor = '', signature = ''] = /^([\w-]{1,100})\.([\w-]{22})$/.exec(signed) ?? [];
    const [one, other] = [Buffer.from(signature), Buffer.from(this.signature(cursor, request))];
    return one.length === other.length && timingSafeEqual(one, other) ? cursor : null;
  }

  private signature(cursor: string, request: FastifyRequest): string {
    const { pathname, searchParams } = new URL(request.url, 'http://here');
    const filters = [...searchParams]
      .filter(([name, value]) => !notFilters.has(name) && value !== '')
      .map(([name, value]) => `${name}=${value}`);
    const bound = JSON.stringify([cursor, pathname, getsPage(request), filters.sort()]);
    return createHmac('sha256', this.key).update(bound).digest().subarray(0, SIGNATURE_BYTES).toString('base64url');
  }
}
