import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { type FastifyInstance, fastify } from 'fastify';
import type { Config } from '../config/config.js';
import type { DomainError } from '../errors/domain-error.js';
import type { ErrorFilter } from './error.filter.js';
import { everyAnswer, stampEveryAnswer } from './every-answer.hook.js';
import { HeadersTooLarge, MalformedHttp, RequestTooSlow } from './http-errors.js';
import { limits } from './limits.js';
import { parseQuery } from './query.hook.js';
import { rawAnswer } from './raw-answer.js';

/** The server under Nest: its limits, its time-outs, its TLS, and its answers to what is hardly HTTP. */
export function buildServer(config: Config, errors: ErrorFilter): FastifyInstance {
  const https = config.baseUrl.startsWith('https:');
  const stamp = everyAnswer(https);
  const node = {
    headersTimeout: limits.headersMs,
    connectionsCheckingInterval: limits.timeoutCheckMs,
    maxHeaderSize: limits.headerBytes,
    // Node would answer a missing Host header itself, without our headers; the first hook does it instead.
    requireHostHeader: false,
  };
  const tls = tlsOf(config);
  const server = fastify({
    ...(tls ? { https: { ...node, ...tls } } : { http: node }),
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    return503OnClosing: false,
    trustProxy: trusted(config.trustProxy),
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: limits.pathSegmentLength, querystringParser: parseQuery },
    frameworkErrors: (error, request, reply) => {
      stamp(request, reply);
      errors.answer(error, request, reply);
    },
    clientErrorHandler: (error, socket) => {
      answerBrokenHttp(error, socket, (refusal) => rawAnswer(errors.problem(refusal, { url: '*', requestId: randomUUID() }), https));
    },
  }) as unknown as FastifyInstance;
  // Nest would load a middleware engine that runs on every request; the adapter looks for this word to leave it out.
  server.decorate('skipMiddie', true);
  stampEveryAnswer(server, stamp);
  refuseMissingHost(server);
  return server;
}

/** Fastify takes a number of hops and then trusts nobody; the operator who names one says that so many proxies stand before us. */
function trusted(setting: Config['trustProxy']): boolean | string | ((address: string, hop: number) => boolean) {
  return typeof setting === 'number' ? (_address, hop) => hop < setting : setting;
}

function tlsOf({ tls }: Config): TlsOptions | null {
  return tls && { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile), minVersion: 'TLSv1.2', handshakeTimeout: limits.headersMs };
}

function refuseMissingHost(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { httpVersion, url = '' } = request.raw;
    if ((request.headers.host === undefined && httpVersion === '1.1') || !/^(?:\/|https?:\/\/)/i.test(url)) done(new MalformedHttp());
    else done();
  });
  // Without a listener Node answers an unknown Expect with a bare 417. It is a wish that nobody has; the request goes on.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
}

/** Bytes that never became a request: there is no Accept to ask, so the answer is JSON. */
function answerBrokenHttp(error: NodeJS.ErrnoException, socket: Socket, write: (refusal: DomainError) => string): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // Without a secure connection nothing can be said, and what is written would wait for one for ever.
  if (/^ERR_(?:SSL|TLS)_/.test(error.code ?? '')) {
    socket.destroy();
    return;
  }
  const inFlight = (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage;
  if (socket.writable && inFlight?.headersSent !== true) socket.write(write(refusalOf(error.code)));
  socket.destroySoon();
}

function refusalOf(code: string | undefined): DomainError {
  if (code === 'HPE_HEADER_OVERFLOW') return new HeadersTooLarge(limits.headerBytes);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new RequestTooSlow();
  return new MalformedHttp();
}
