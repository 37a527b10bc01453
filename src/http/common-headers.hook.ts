import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../config/config.js';

/** The differences of a page's policy: further targets of its forms, and the hash of its script. */
type PolicyExceptions = Readonly<{ formTargets?: readonly string[]; scriptHash?: string }>;

/** Pages have no inline scripts or styles and load nothing from other origins, so the policy has few exceptions. */
export function formatContentSecurityPolicy({ formTargets = [], scriptHash }: PolicyExceptions = {}): string {
  const scripts = ["'self'", ...(scriptHash === undefined ? [] : [`'sha256-${scriptHash}'`])].join(' ');
  return (
    `default-src 'none'; script-src ${scripts}; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; ` +
    `form-action ${["'self'", ...formTargets].join(' ')}; base-uri 'none'; frame-ancestors 'none'`
  );
}

/** The security headers of every response: pages, JSON, errors and redirects. */
export function getSecurityHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': formatContentSecurityPolicy(),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

/** The headers of every response: the request id, the security headers, and `no-store` unless an endpoint sets something else. */
@Injectable()
export class CommonHeaders {
  private readonly headers: Readonly<Record<string, string>>;

  constructor({ isHttps }: Config) {
    this.headers = { ...getSecurityHeaders(isHttps), 'cache-control': 'private, no-store' };
  }

  set(request: FastifyRequest, reply: FastifyReply): void {
    reply.headers(this.headers).header('x-request-id', request.id);
  }

  onRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    this.set(request, reply);
    done();
  }
}
