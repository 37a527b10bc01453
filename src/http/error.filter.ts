import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, type ErrorKind } from '../errors/domain-error.js';
import type { Problem } from './problem.js';

const statusOf: Readonly<Record<ErrorKind, number>> = {
  anonymous: 303,
  unproven: 401,
  malformed: 400,
  denied: 403,
  unknown: 404,
  wrong_method: 405,
  unacceptable: 406,
  too_slow: 408,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  refused: 422,
  too_many: 429,
  busy: 503,
};

/** The one place that turns a thrown value into a status and a problem. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly log = new Logger(ErrorFilter.name);

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const { status, code, detail } = this.describe(thrown);
    const problem: Problem = { type: `/docs/errors/${code}`, title: code, status, code, detail, instance: request.url, request_id: request.id };
    if (status === 303) reply.header('location', '/');
    reply.status(status).send(problem);
  }

  private describe(thrown: unknown): { status: number; code: string; detail: string } {
    if (thrown instanceof DomainError) return { status: statusOf[thrown.kind], code: thrown.code, detail: thrown.message };
    if (thrown instanceof HttpException) return { status: thrown.getStatus(), code: 'http_error', detail: thrown.message };
    this.log.error(thrown);
    return { status: 500, code: 'server_error', detail: 'The fault is ours and has been logged.' };
  }
}
