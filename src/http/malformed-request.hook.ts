import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../config/config.js';
import type { DomainError } from '../errors/domain-error.js';
import { CommonHeaders, getSecurityHeaders } from './common-headers.hook.js';
import { ErrorFilter } from './error.filter.js';
import { HeadersTooLargeError, MalformedHttpError, RequestTimeoutError } from './http-errors.js';
import { InFlightRequests } from './in-flight.hook.js';
import { limits } from './limits.js';
import { RequestLog } from './request-log.hook.js';
import type { Problem } from '../errors/problem.js';

/** A hand-written response for a connection without a readable request. Always closes the connection. */
function formatRawResponse(problem: Problem, isHttps: boolean): string {
  const body = JSON.stringify(problem);
  const headers = {
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': problem.request_id,
    'cache-control': 'private, no-store',
    ...getSecurityHeaders(isHttps),
    connection: 'close',
    date: new Date().toUTCString(),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}

/** Rejects what is not HTTP: bytes that Node cannot parse, URLs that the router cannot, and heads that break RFC 9112. */
@Injectable()
export class MalformedRequests {
  constructor(
    private readonly config: Config,
    private readonly errors: ErrorFilter,
    private readonly headers: CommonHeaders,
    private readonly inFlight: InFlightRequests,
    private readonly log: RequestLog,
  ) {}

  attach({ server }: FastifyInstance): void {
    // Node would disconnect without a response. This service is no proxy.
    server.on('connect', (_request, socket: Socket) => {
      this.respondToMalformedBytes(new Error('CONNECT'), socket);
    });
    // Without a listener Node responds to an unknown Expect with a bare 417. The header is ignored.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  }

  onRequest({ raw }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
    const { httpVersion, url = '' } = raw;
    const isReadable = (httpVersion === '1.1' || httpVersion === '1.0') && url.startsWith('/') && hasOneHost(raw);
    done(isReadable ? undefined : new MalformedHttpError());
  }

  respondToInvalidUrl(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    this.inFlight.start(request, reply);
    this.headers.set(request, reply);
    void this.errors.sendError(error, request, reply);
  }

  /** Bytes that never became a request have no Accept, so the response is JSON. */
  respondToMalformedBytes(error: NodeJS.ErrnoException, socket: Socket): void {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    // Without a secure connection no response is possible, and writing would wait forever.
    if (/^ERR_(?:SSL|TLS)_/.test(error.code ?? '')) {
      socket.destroy();
      return;
    }
    const pendingResponse = (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage;
    if (socket.writable && pendingResponse?.headersSent !== true && !isSilent(error, socket))
      socket.write(this.formatResponse(toHttpError(error.code), socket));
    socket.destroySoon();
  }

  private formatResponse(error: DomainError, { remoteAddress }: Socket): string {
    const problem = this.errors.toRawProblem(error, { url: '*', requestId: randomUUID() });
    this.log.recordMalformed(problem, remoteAddress);
    return formatRawResponse(problem, this.config.isHttps);
  }
}

/**
 * Browsers and pools open connections ahead. An answer on one of them could be taken for that of the request which the client sends at the
 * same moment, and that request would be lost behind it: they are closed without a word.
 */
const isSilent = ({ code }: NodeJS.ErrnoException, { bytesRead }: Socket): boolean =>
  code === 'ERR_HTTP_REQUEST_TIMEOUT' && bytesRead === 0;

const HOST = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** RFC 9112 §3.2: exactly one valid Host header; optional before HTTP/1.1. Node keeps the first of two silently. */
function hasOneHost({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion === '1.0';
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count === 1 && HOST.test(headers.host);
}

function toHttpError(code: string | undefined): DomainError {
  if (code === 'HPE_HEADER_OVERFLOW') return new HeadersTooLargeError(limits.headerBytes);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new RequestTimeoutError();
  return new MalformedHttpError();
}
