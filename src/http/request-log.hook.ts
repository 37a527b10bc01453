import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../telemetry/log.js';
import { escapeForLog, redactUrl } from '../telemetry/log-safety.js';
import type { Problem } from '../errors/problem.js';
import { RepeatCounter } from '../telemetry/failure-log.js';
import { Metrics } from '../telemetry/metrics.js';
import { LOG } from '../telemetry/telemetry.module.js';

const SWITCHING_PROTOCOLS = 101;

/** Requested every few seconds by monitoring; omitted at the default level. */
const QUIET_ROUTES = /^\/(?:health\/|metrics$|assets\/)/;

/** Unknown methods share a label, because each label would be a new metric. */
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * While the service is unavailable (503), this many lines per code and second are written; the others are counted in
 * one line.
 */
const BUSY_LINES_PER_SECOND = 5;

/** Writes one log line and one observation per response; `aborted` is true if the client disconnected. */
@Injectable()
export class RequestLog implements OnApplicationShutdown {
  private readonly lines: Log;
  private readonly busyCounter = new RepeatCounter((problem, count) => {
    this.lines.info({ problem, status: 503, count }, 'requests');
  });

  constructor(
    @Inject(LOG) private readonly log: Log,
    private readonly metrics: Metrics,
  ) {
    // Each field of a line is chosen and sanitized below; the general redaction took twenty times as long as writing (decision 31).
    this.lines = log.child({}, { redact: [] });
  }

  onStart(): void {
    this.metrics.recordStart();
  }

  onEnd(request: FastifyRequest, reply: FastifyReply): void {
    const route = getRoute(request);
    const result = { status: reply.statusCode, ms: reply.elapsedTime, aborted: !reply.raw.writableEnded };
    const method = KNOWN_METHODS.has(request.method) ? request.method : 'OTHER';
    const isStream = result.status === SWITCHING_PROTOCOLS || request.isStream === true;
    this.metrics.recordEnd({ method, route, status: result.status, seconds: result.ms / 1000, isStream });
    const level = QUIET_ROUTES.test(route) ? 'debug' : 'info';
    if (
      result.status === 503 &&
      level === 'info' &&
      !this.busyCounter.shouldWrite(request.errorCode ?? 'unavailable', BUSY_LINES_PER_SECOND)
    )
      return;
    if (this.lines.isLevelEnabled(level)) this.lines[level](toLogLine(request, route, result), 'request');
  }

  /** Bytes that never became a request, but got a response. */
  recordMalformed({ status, code, request_id }: Problem, ip: string | undefined): void {
    this.metrics.recordStart();
    this.metrics.recordEnd({ method: 'OTHER', route: 'unknown', status, seconds: 0 });
    this.log.info({ request_id, problem: code, status, ip }, 'broken http');
  }

  /** Writes the last counts. */
  onApplicationShutdown(): void {
    this.busyCounter.flush();
  }
}

function getRoute(request: FastifyRequest): string {
  return request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
}

/** Assigned one by one: spreading optional values costs as much as all the rest. */
function toLogLine(
  request: FastifyRequest,
  route: string,
  { status, ms, aborted }: { status: number; ms: number; aborted: boolean },
): object {
  const { actor, clientId } = request;
  const callerId = request.headers['x-request-id'];
  const line: Record<string, unknown> = { request_id: request.id, method: escapeForLog(request.method, 20), route };
  if (request.url !== route) line['url'] = redactUrl(request.url);
  line['status'] = status;
  if (request.errorCode !== undefined) line['problem'] = request.errorCode;
  line['ms'] = Math.round(ms * 100) / 100;
  line['ip'] = request.ip;
  if (aborted) line['aborted'] = true;
  if (actor) {
    line['user_id'] = actor.userId;
    line['client_id'] = actor.clientId;
    if (actor.actingUserId !== actor.userId) line['acting_user_id'] = actor.actingUserId;
  } else if (clientId !== undefined) line['client_id'] = clientId;
  if (typeof callerId === 'string' && /^[\w.:-]{1,128}$/.test(callerId)) line['caller_request_id'] = callerId;
  return line;
}
