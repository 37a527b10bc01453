import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../config/config.js';
import { DatabaseUnavailableError, findExpectedError } from '../database/outage.js';
import { DomainError } from '../errors/domain-error.js';
import { FailureLog } from '../telemetry/failure-log.js';
import { getBodyLimit } from './body.hook.js';
import {
  BodyTooLargeError,
  MalformedBodyError,
  MalformedUrlError,
  UnknownRouteError,
  UnsupportedMediaTypeError,
  WrongMethodError,
  httpStatusByKind,
} from './http-errors.js';
import { ReplayedResponseError, replayResponse } from './idempotency.guard.js';
import { ContentNegotiation } from './negotiation.hook.js';
import { type HttpFailure, type Problem, toProblem, type ProblemContext } from '../errors/problem.js';
import { AnonymousRateLimit } from './anonymous-rate-limit.guard.js';
import { FORM_TYPE } from './form.js';
import { LoginRedirects } from './login-redirects.provider.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error of the response. */
    errorCode?: string;
  }
}

/** Errors of Fastify as errors of this service. Its other client errors are malformed bodies. */
const fastifyErrors: Readonly<Record<string, (request: FastifyRequest) => DomainError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: (request) => new BodyTooLargeError(getBodyLimit(request)),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: toMediaTypeError,
  FST_ERR_CTP_EMPTY_TYPE: toMediaTypeError,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new MalformedBodyError('The length of the body differs from Content-Length.'),
  FST_ERR_BAD_URL: () => new MalformedUrlError(),
  FST_ERR_MAX_PARAM_LENGTH: () => new UnknownRouteError(),
};

/** A caller with a token or an API key is a program, and sends JSON where no standard has a form. */
function toMediaTypeError({ headers, routeOptions }: FastifyRequest): DomainError {
  const { takesOnlyForm = false } = routeOptions.config;
  if (headers.authorization === undefined && !takesOnlyForm) return new UnsupportedMediaTypeError();
  const received =
    headers['content-type'] === undefined ? 'without a Content-Type' : `as ${headers['content-type'].slice(0, 100)}`;
  const expected = takesOnlyForm
    ? `a form with Content-Type: ${FORM_TYPE}`
    : 'JSON with Content-Type: application/json';
  return new UnsupportedMediaTypeError(`Send ${expected}. The body was sent ${received}.`);
}

/** A connection can break between the commit and its confirmation: the outcome of a change is then unknown. */
const RESULT_UNKNOWN =
  'The database is not available at the moment. Whether the request took effect is unknown. Check before you send it again.';
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Nest's own exceptions; Kontor throws DomainErrors, libraries sometimes throw these. */
const errorCodeByStatus: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  403: 'not_allowed',
  404: 'unknown_route',
  415: 'unsupported_media_type',
};

/** Records that a caller was denied a request. The audit log provides it. */
export abstract class DenialRecorder {
  abstract record(request: FastifyRequest, code: string): void;
}

/** Maps every thrown value to a status and a problem. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly config: Config,
    private readonly failures: FailureLog,
    private readonly negotiation: ContentNegotiation,
    private readonly limit: AnonymousRateLimit,
    private readonly denials: DenialRecorder,
    private readonly loginRedirects: LoginRedirects,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (thrown instanceof ReplayedResponseError) replayResponse(reply, thrown.response);
    else reply.send(this.prepareProblem(thrown, request, reply));
  }

  /** For errors before Nest and its hooks have the request: an invalid path. */
  async sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const body = await this.negotiation.negotiate(request, reply, this.prepareProblem(thrown, request, reply));
    reply.send(body);
  }

  /** For bytes that never became a request. */
  toRawProblem(thrown: DomainError, context: Omit<ProblemContext, 'baseUrl'>): Problem {
    return toProblem(fromDomainError(thrown), { baseUrl: this.config.baseUrl, ...context });
  }

  /** For a message of a stream: the problem that `POST` to this address would have, and its `Retry-After`. */
  toMessageProblem(
    thrown: unknown,
    { url, requestId }: Omit<ProblemContext, 'baseUrl'>,
  ): Readonly<{ problem: Problem; retryAfterSeconds: number | null }> {
    const failure = this.toFailureOf(findExpectedError(thrown) ?? thrown, { requestId, method: 'POST', route: url });
    return {
      problem: toProblem(failure, { baseUrl: this.config.baseUrl, url, requestId }),
      retryAfterSeconds: failure.retryAfterSeconds ?? null,
    };
  }

  private prepareProblem(thrown: unknown, request: FastifyRequest, reply: FastifyReply): Problem {
    const failure = this.toFailure(this.limit.countRequest(request, reply) ?? thrown, request);
    request.errorCode = failure.code;
    if (failure.status === 403) this.denials.record(request, failure.code);
    const status = failure.status === 303 ? this.loginRedirects.redirect(failure, request, reply) : failure.status;
    if (failure.challenge !== undefined) reply.header('www-authenticate', failure.challenge);
    if (failure.allow !== undefined) reply.header('allow', failure.allow);
    if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', String(failure.retryAfterSeconds));
    // Fastify closes the connection after any refused body. Node reads the rest and lets it go, so that a caller who is
    // still sending sees the answer and may go on; one who sends for ever meets the request time-out.
    if (reply.getHeader('connection') === 'close') reply.removeHeader('connection');
    reply.removeHeader('content-type');
    reply.status(status).header('cache-control', 'private, no-store');
    return toProblem({ ...failure, status }, { baseUrl: this.config.baseUrl, url: request.url, requestId: request.id });
  }

  private toFailure(thrown: unknown, request: FastifyRequest): HttpFailure {
    const { id, method, routeOptions } = request;
    return this.toFailureOf(unwrapError(thrown, request), { requestId: id, method, route: routeOptions.url });
  }

  private toFailureOf(error: unknown, { requestId, method, route }: FailedRequest): HttpFailure {
    if (error instanceof DomainError && error.cause !== undefined)
      this.failures.warn(error.code, error.cause, { request_id: requestId });
    if (error instanceof DatabaseUnavailableError && !SAFE_METHODS.has(method))
      return { ...fromDomainError(error), detail: RESULT_UNKNOWN };
    if (error instanceof DomainError) return fromDomainError(error);
    if (error instanceof HttpException && error.getStatus() < 500) {
      const status = error.getStatus();
      return { status, code: errorCodeByStatus[status] ?? 'invalid_request', detail: error.message };
    }
    this.failures.reportFault(error, { request_id: requestId, method, route });
    return {
      status: 500,
      code: 'server_error',
      detail: 'An unexpected error occurred in the service. It was logged with the request id.',
    };
  }
}

/** The request of a failure. */
type FailedRequest = Readonly<{ requestId: string; method: string; route: string | undefined }>;

function fromDomainError(error: DomainError): HttpFailure {
  const { kind, code, message, issues, retryAfterSeconds, challenge, action, values } = error;
  const allow = error instanceof WrongMethodError ? error.allow : undefined;
  return {
    status: httpStatusByKind[kind],
    code,
    detail: message,
    issues,
    action,
    values,
    retryAfterSeconds,
    challenge,
    allow,
  };
}

/** Nest wraps errors of Fastify; the inner code tells the reason. */
function unwrapError(thrown: unknown, request: FastifyRequest): unknown {
  const inner = thrown instanceof HttpException ? thrown.cause : thrown;
  const code = getErrorCode(inner);
  const createError = fastifyErrors[code];
  if (createError) return createError(request);
  if (code.startsWith('FST_') && thrown instanceof HttpException) return new MalformedBodyError(thrown.message);
  if (code === 'ECONNRESET' && hasEndedEarly(request))
    return new MalformedBodyError('The body ended before it was complete.');
  return findExpectedError(inner) ?? thrown;
}

function getErrorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : '';
}

/** A client that disconnects during a body is no outage, although a lost database has the same code. */
const hasEndedEarly = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;
