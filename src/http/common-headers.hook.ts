import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../config/config.js';
import { getSecurityHeaders } from './security-headers.js';

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
