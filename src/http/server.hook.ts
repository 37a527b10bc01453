import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Config } from '../config/config.js';
import { applyCsvParameter, applyMarkdownSuffix } from './accept.js';
import { applyFormMethod } from './form.js';
import { limits } from './limits.js';
import { parseQuery } from './query.hook.js';
import { isWebSocketUpgrade } from './upgrade.hook.js';

/** Responds to requests that reach no hook. */
type EarlyResponses = Readonly<{
  respondToInvalidUrl(error: Error, request: FastifyRequest, reply: FastifyReply): void;
  respondToMalformedBytes(error: Error, socket: Socket): void;
}>;

/** The HTTP server with its limits, timeouts and TLS. Its hooks are in src/pipeline.ts. */
export function buildServer(config: Config, getEarlyResponses: () => EarlyResponses): FastifyInstance {
  const serverOptions = {
    headersTimeout: limits.headersMs,
    connectionsCheckingInterval: limits.timeoutCheckMs,
    maxHeaderSize: limits.headerBytes,
    // Node would respond to a missing Host header without this service's headers; a hook does it instead.
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
    rewriteUrl: (request) =>
      applyMarkdownSuffix(request, applyCsvParameter(request, applyFormMethod(request, toPath(request.url ?? '')))),
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: limits.pathSegmentLength,
      querystringParser: parseQuery,
    },
    frameworkErrors: (error, request, reply) => getEarlyResponses().respondToInvalidUrl(error, request, reply),
    clientErrorHandler: (error, socket) => getEarlyResponses().respondToMalformedBytes(error, socket),
  }) as unknown as FastifyInstance;
  // Nest would load a middleware engine that runs on every request; this name makes the adapter skip it.
  server.decorate('skipMiddie', true);
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
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
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
