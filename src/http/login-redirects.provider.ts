import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../config/config.js';
import type { HttpFailure } from '../errors/problem.js';
import { addVary } from './accept.js';
import { Cookies, isCrossSite } from './cookies.js';
import { findResumption, sealFlashNote, toReturnNote } from './flash-redirect.js';
import { formatBearerChallenge } from './http-errors.js';
import { UnknownRoutes } from './unknown-route.hook.js';

/** The response to a request without a session where one is needed. */
@Injectable()
export class LoginRedirects {
  constructor(
    private readonly config: Config,
    private readonly cookies: Cookies,
    private readonly routes: UnknownRoutes,
  ) {}

  /**
   * Interface §7: 303 to `/`, the session cookie cleared, a flash with the reason; `Prefer: status=401` gets a plain
   * 401. Only a form with a `resumeAfterLogin` is redirected to the sign-in, and from there back to its input.
   */
  redirect(failure: HttpFailure, request: FastifyRequest, reply: FastifyReply): number {
    reply.header('vary', addVary(reply.getHeader('vary'), 'Prefer'));
    reply.header('www-authenticate', formatBearerChallenge(request.headers.authorization));
    if (/(?:^|[,;\s])status\s*=\s*"?401"?\s*(?:$|[,;])/i.test(String(request.headers.prefer ?? ''))) {
      reply.header('preference-applied', 'status=401');
      return 401;
    }
    const resumption = findResumption(request);
    reply.header('location', resumption === null ? '/' : `/login?resume=${encodeURIComponent(resumption.to)}`);
    // A page of another site, or of a sibling of this one, must not sign a browser out, with its cookie or without.
    const isFromOtherSite = isCrossSite(request.headers);
    reply.header('set-cookie', [
      ...(isFromOtherSite ? [] : [this.cookies.clearSession()]),
      this.cookies.setFlash(
        resumption?.saying ?? failure.detail,
        resumption === null ? this.sealReturnNote(request) : '',
      ),
    ]);
    return 303;
  }

  private sealReturnNote(request: FastifyRequest): string {
    const { baseUrl, secretKey } = this.config;
    const findReadable = (path: string): string => this.routes.findReadable(path);
    return sealFlashNote(toReturnNote(request, { baseUrl, findReadable }), secretKey);
  }
}
