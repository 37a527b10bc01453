import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.js';
import { DatabaseUnavailable, outageOf } from '../database/outage.js';
import { DomainError } from '../errors/domain-error.js';
import type { FailureLog } from '../telemetry/failure-log.js';
import type { Log } from '../telemetry/log.js';
import { bodyLimitOf } from './body.hook.js';
import { Cookies } from './cookies.js';
import {
  BodyTooLarge,
  MalformedBody,
  MalformedUrl,
  UnknownRoute,
  UnsupportedMediaType,
  WrongMethod,
} from './http-errors.js';
import { AnsweredBefore } from './idempotency.guard.js';
import { sendAgain } from './idempotency.hook.js';
import { pathToReturnTo, sealNote } from './flash-note.js';
import { isForeign } from './fetch-site.js';
import { bearerChallenge } from './followed-redirect.js';
import { resumptionOf } from './form-resumption.js';
import type { Negotiation } from './negotiation.hook.js';
import { type Failure, type Problem, problemOf, type Scene } from './problem.js';
import type { AnonymousLimit } from './rate-limit.hook.js';
import { statusOf } from './status-of.js';
import { withVary } from './vary.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the failure that it was answered with. */
    failedAs?: string;
  }
}

/** What Fastify itself refuses, in our words. Whatever else it reports as the caller's fault is a malformed body. */
const fastifyRefusals: Readonly<Record<string, (request: FastifyRequest) => DomainError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: (request) => new BodyTooLarge(bodyLimitOf(request)),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: wrongType,
  FST_ERR_CTP_EMPTY_TYPE: wrongType,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new MalformedBody('The body is not as long as Content-Length says.'),
  FST_ERR_BAD_URL: () => new MalformedUrl(),
  FST_ERR_MAX_PARAM_LENGTH: () => new UnknownRoute(),
};

/** Whoever shows a token or an API key is a program, and sends JSON. */
function wrongType({ headers }: FastifyRequest): DomainError {
  if (headers.authorization === undefined) return new UnsupportedMediaType();
  const came =
    headers['content-type'] === undefined ? 'without a Content-Type' : `as ${headers['content-type'].slice(0, 100)}`;
  return new UnsupportedMediaType(`Send JSON with Content-Type: application/json. The body came ${came}.`);
}

/** A connection can break between the commit and its confirmation: of a request that changes something nobody knows what came of it. */
const outcomeUnknown =
  'The database cannot be reached at the moment. It is not known whether the request took effect; look before you send it again.';
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What Nest's own exceptions mean here; the house throws DomainErrors, libraries sometimes these. */
const httpCodes: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  403: 'not_allowed',
  404: 'unknown_route',
  415: 'unsupported_media_type',
};

/** Where failures are written: one by one, or counted where they meet every request. */
type Logs = Readonly<{ log: Log; failures: FailureLog }>;

/** The one place that turns a thrown value into a status and a problem. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly cookies: Cookies;
  private witness: (request: FastifyRequest, code: string) => void = () => undefined;

  constructor(
    private readonly config: Config,
    private readonly logs: Logs,
    private readonly negotiation: Negotiation,
    private readonly limit: AnonymousLimit,
  ) {
    this.cookies = new Cookies(config.isHttps);
  }

  /** Somebody is told of every caller who was known and yet may not. */
  whenDenied(witness: (request: FastifyRequest, code: string) => void): void {
    this.witness = witness;
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (thrown instanceof AnsweredBefore) sendAgain(reply, thrown.answer);
    else reply.send(this.tell(thrown, request, reply));
  }

  /** For what fails before Nest and its hooks have the request: a path that cannot be decoded. */
  async answer(thrown: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const told = await this.negotiation.inTheCallersTongue(request, reply, this.tell(thrown, request, reply));
    reply.send(told);
  }

  /** For what never became a request. */
  problem(thrown: DomainError, scene: Omit<Scene, 'baseUrl'>): Problem {
    return problemOf(failureOf(thrown), { baseUrl: this.config.baseUrl, ...scene });
  }

  private tell(thrown: unknown, request: FastifyRequest, reply: FastifyReply): Problem {
    const failure = this.describe(this.limit.count(request, reply) ?? thrown, request);
    request.failedAs = failure.code;
    if (failure.status === 403) this.witness(request, failure.code);
    const status = failure.status === 303 ? this.sendToLogin(failure, request, reply) : failure.status;
    if (failure.challenge !== undefined) reply.header('www-authenticate', failure.challenge);
    if (failure.allow !== undefined) reply.header('allow', failure.allow);
    if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', String(failure.retryAfterSeconds));
    // Fastify closes the connection after any refused body. Node reads the rest and lets it go, so that a caller who is
    // still sending sees the answer and may go on; one who sends for ever meets the request time-out.
    if (reply.getHeader('connection') === 'close') reply.removeHeader('connection');
    reply.removeHeader('content-type');
    reply.status(status).header('cache-control', 'private, no-store');
    return problemOf({ ...failure, status }, { baseUrl: this.config.baseUrl, url: request.url, requestId: request.id });
  }

  /**
   * Interface §7: 303 to the front door, the session cleared, a flash that says why; `Prefer: status=401` asks for a plain 401. Only somebody
   * in front of a form of ours is led to the sign-in, and from there back to what they had typed.
   */
  private sendToLogin(failure: Failure, request: FastifyRequest, reply: FastifyReply): number {
    reply.header('vary', withVary(reply.getHeader('vary'), 'Prefer'));
    reply.header('www-authenticate', bearerChallenge(request.headers.authorization));
    if (/(?:^|[,;\s])status\s*=\s*"?401"?\s*(?:$|[,;])/i.test(String(request.headers.prefer ?? ''))) {
      reply.header('preference-applied', 'status=401');
      return 401;
    }
    const resumed = resumptionOf(request);
    reply.header('location', resumed === null ? '/' : `/login?resume=${encodeURIComponent(resumed.to)}`);
    // A page of another site, or of a sibling of this one, must not be able to sign a browser out, with its cookie or without.
    const isAnothersDoing = isForeign(request.headers);
    reply.header('set-cookie', [
      ...(isAnothersDoing ? [] : [this.cookies.clearSession()]),
      this.cookies.leaveFlash(
        resumed?.saying ?? failure.detail,
        resumed === null ? sealNote(pathToReturnTo(request), this.config.secretKey) : '',
      ),
    ]);
    return 303;
  }

  private describe(thrown: unknown, request: FastifyRequest): Failure {
    const error = expected(thrown, request);
    if (error instanceof DomainError && error.cause !== undefined)
      this.logs.failures.warn(error.code, error.cause, { request_id: request.id });
    if (error instanceof DatabaseUnavailable && !safeMethods.has(request.method))
      return { ...failureOf(error), detail: outcomeUnknown };
    if (error instanceof DomainError) return failureOf(error);
    if (error instanceof HttpException && error.getStatus() < 500) {
      const status = error.getStatus();
      return { status, code: httpCodes[status] ?? 'invalid_request', detail: error.message };
    }
    this.logs.log.error(
      { request_id: request.id, method: request.method, route: request.routeOptions.url, err: thrown },
      'unexpected fault',
    );
    return { status: 500, code: 'server_error', detail: 'The fault is ours and has been logged under the request id.' };
  }
}

function failureOf(error: DomainError): Failure {
  const { kind, code, message, issues, retryAfterSeconds, challenge, action, figures } = error;
  const allow = error instanceof WrongMethod ? error.allow : undefined;
  return {
    status: statusOf[kind],
    code,
    detail: message,
    issues,
    action,
    figures,
    retryAfterSeconds,
    challenge,
    allow,
  };
}

/** Nest wraps what Fastify refuses; the code inside tells what it was. */
function expected(thrown: unknown, request: FastifyRequest): unknown {
  const inner = thrown instanceof HttpException ? thrown.cause : thrown;
  const code = (inner as { code?: unknown } | null | undefined)?.code;
  const refusal = typeof code === 'string' ? fastifyRefusals[code] : undefined;
  if (refusal) return refusal(request);
  if (inner instanceof DomainError) return inner;
  if (typeof code === 'string' && code.startsWith('FST_') && thrown instanceof HttpException)
    return new MalformedBody(thrown.message);
  return lostConnection(inner, request) ?? thrown;
}

/** Who hangs up in the middle of a body is no outage of ours, though a lost database has the same code. */
function lostConnection(error: unknown, { raw }: FastifyRequest): DomainError | null {
  const brokeOff =
    raw.destroyed && !raw.complete && (error as { code?: unknown } | null | undefined)?.code === 'ECONNRESET';
  return brokeOff ? new MalformedBody('The body broke off.') : outageOf(error);
}
