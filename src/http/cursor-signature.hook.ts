import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../config/config.js';
import { areDigestsEqual, deriveKey } from '../config/sealed-text.js';
import { respondsWithPage } from './accept.js';
import { InvalidRequestError } from './invalid-request-error.js';

type Callback = (error: Error | null, view?: unknown) => void;

/** Parameters that do not select rows: cursor, page size, and the file format. */
const pagingParameters: ReadonlySet<string> = new Set(['cursor', 'per_page', '_as']);

const SIGNATURE_BYTES = 16;

/**
 * Signs cursors in `Link` headers, and accepts them with the signature of their list: its path, filters, and whether it
 * is a page or data, because pages start with the newest rows. Handlers see the plain cursor.
 */
@Injectable()
export class CursorSignatures {
  private readonly key: KeyObject;

  constructor({ secretKey }: Config) {
    this.key = createSecretKey(deriveKey('cursor', secretKey));
  }

  onRequest(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
    const query = request.query as Record<string, unknown>;
    const signed = request.is404 ? undefined : query['cursor'];
    const cursor = typeof signed === 'string' ? this.verifyCursor(signed, request) : undefined;
    if (cursor === null) {
      const message = 'cursor must be one that a Link header of this very list gave, with the same filters';
      done(new InvalidRequestError([{ pointer: 'cursor', message }], 'query'));
      return;
    }
    if (cursor !== undefined) request.query = { ...query, cursor };
    done();
  }

  preSerialization(request: FastifyRequest, reply: FastifyReply, view: unknown, done: Callback): void {
    const link = reply.getHeader('link');
    if (typeof link === 'string' && link.includes('cursor='))
      reply.header(
        'link',
        link.replace(
          /<([^>]*[?&]cursor=)([^&>]+)/,
          (_, before: string, cursor: string) => `<${before}${cursor}.${this.signCursor(cursor, request, before)}`,
        ),
      );
    done(null, view);
  }

  /** Null for a cursor of another list. */
  private verifyCursor(signed: string, request: FastifyRequest): string | null {
    const [, cursor = '', signature = ''] = /^([\w-]{1,100})\.([\w-]{22})$/.exec(signed) ?? [];
    return areDigestsEqual(signature, this.signCursor(cursor, request)) ? cursor : null;
  }

  /** The address of a link may have more than the request's: a page that starts with the newest rows says so in it. */
  private signCursor(cursor: string, request: FastifyRequest, url = request.url): string {
    const { pathname, searchParams } = new URL(url, 'http://here');
    const filters = [...searchParams]
      .filter(([name, value]) => !pagingParameters.has(name) && value !== '')
      .map(([name, value]) => `${name}=${value}`);
    const signedText = JSON.stringify([cursor, pathname, respondsWithPage(request), filters.sort()]);
    return createHmac('sha256', this.key)
      .update(signedText)
      .digest()
      .subarray(0, SIGNATURE_BYTES)
      .toString('base64url');
  }
}
