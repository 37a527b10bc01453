import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { type FastifyInstance, fastify } from 'fastify';
import type { Config } from '../config/config.js';
import type { DomainError } from '../errors/domain-error.js';
import type { ErrorFilter } from './error.filter.js';
import { applyCsvParameter } from './csv-download.js';
import { createHeaderSetter, registerCommonHeaders } from './common-headers.hook.js';
import { applyFormMethod } from './form-method.js';
import { HeadersTooLargeError, MalformedHttpError, RequestTimeoutError } from './http-errors.js';
import type { InFlightRequests } from './in-flight.hook.js';
import { limits } from './limits.js';
import type { Problem } from './problem.js';
import { parseQuery } from './query.hook.js';
import { formatRawResponse } from './raw-response.js';
import { isWebSocketUpgrade } from './upgrade.hook.js';

/** Called for requests that no hook sees. */
type ServerListeners = Readonly<{
  inFlight: InFlightRequests;
  onMalformedRequest: (problem: Problem, ip: string | undefined) => void;
}>;

/** The HTTP server: its limits, timeouts, TLS, and responses to malformed requests. */
export function buildServer(
  config: Config,
  errors: ErrorFilter,
  { inFlight, onMalformedRequest }: ServerListeners,
): FastifyInstance {
  const { isHttps } = config;
  const setHeaders = createHeaderSetter(isHttps);
  const toRawResponse = (refusal: DomainError, { remoteAddress }: Socket): string => {
    const problem = errors.toRawProblem(refusal, { url: '*', requestId: randomUUID() });
    onMalformedRequest(problem, remoteAddress);
    return formatRawResponse(problem, isHttps);
  };
  const serverOptions = {
    headersTimeout: limits.headersMs,
    connectionsCheckingInterval: limits.timeoutCheckMs,
    maxHeaderSize: limits.headerBytes,
    // Node would respond to a missing Host header without this service's headers; the first hook does it instead.
    requireHostHeader: false,
    shouldUpgradeCallback: isWebSocketUpgrade,
  };
  const tls = readTlsOptions(config);
  const server = fastify({
    ...(tls ? { https: { ...serverOptions, ...tls } } : { http: serverOptions }),
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    return503OnClosing: false,
    trustProxy: toTrustProxy(config.trustProxy),
    genReqId: () => randomUUID(),
    rewriteUrl: (request) => applyCsvParameter(request, applyFormMethod(request, toPath(request.url ?? ''))),
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: limits.pathSegmentLength,
      querystringParser: parseQuery,
    },
    frameworkErrors: (error, request, reply) => {
      inFlight.start(request, reply);
      setHeaders(request, reply);
      void errors.sendError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => {
      respondToMalformedRequest(error, socket, (refusal) => toRawResponse(refusal, socket));
    },
  }) as unknown as FastifyInstance;
  // Nest would load a middleware engine that runs on every request; this name makes the adapter skip it.
  server.decorate('skipMiddie', true);
  registerCommonHeaders(server, setHeaders);
  // Node would disconnect without a response. This service is no proxy.
  server.server.on('connect', (_request, socket: Socket) => {
    respondToMalformedRequest(new Error('CONNECT'), socket, (refusal) => toRawResponse(refusal, socket));
  });
  return server;
}

/** With a number, Fastify trusts that many hops; the operator sets the number of proxies. */
function toTrustProxy(setting: Config['trustProxy']): boolean | string | ((address: string, hop: number) => boolean) {
  return typeof setting === 'number' ? (_address, hop) => hop < setting : setting;
}

/**
 * TLS 1.2 suites with forward secrecy and authenticated encryption (RFC 9325 §4.2); Node's default also has CBC and RSA
 * key exchange.
 */
const CIPHERS = [
  ...['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
  ...[
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
  ],
].join(':');

function readTlsOptions({ tls }: Config): TlsOptions | null {
  return (
    tls && {
      cert: readFileSync(tls.certFile),
      key: readFileSync(tls.keyFile),
      minVersion: 'TLSv1.2',
      ciphers: CIPHERS,
      honorCipherOrder: true,
      handshakeTimeout: limits.headersMs,
    }
  );
}

/** RFC 9112 §3.2.2 permits absolute URLs. Their host is ignored; only the path counts. */
function toPath(target: string): string {
  const rest = /^https?:\/\/[^/?#]*(.*)$/i.exec(target)?.[1];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

export function rejectMalformedRequests(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    const { httpVersion, url = '' } = raw;
    const isReadable = (httpVersion === '1.1' || httpVersion === '1.0') && url.startsWith('/') && hasOneHost(raw);
    done(isReadable ? undefined : new MalformedHttpError());
  });
  // Without a listener Node responds to an unknown Expect with a bare 417. The header is ignored.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
}

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

/** Bytes that never became a request have no Accept, so the response is JSON. */
function respondToMalformedRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  format: (refusal: DomainError) => string,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // Without a secure connection no response is possible, and writing would wait forever.
  if (/^ERR_(?:SSL|TLS)_/.test(error.code ?? '')) {
    socket.destroy();
    return;
  }
  const pendingResponse = (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage;
  if (socket.writable && pendingResponse?.headersSent !== true) socket.write(format(toHttpError(error.code)));
  socket.destroySoon();
}

function toHttpError(code: string | undefined): DomainError {
  if (code === 'HPE_HEADER_OVERFLOW') return new HeadersTooLargeError(limits.headerBytes);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new RequestTimeoutError();
  return new MalformedHttpError();
}
