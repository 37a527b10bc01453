import type { FastifyRequest } from 'fastify';
import type { InFlightRequests } from './in-flight.hook.js';
import type { Log } from '../telemetry/log.js';
import { escapeForLog, redactUrl } from '../telemetry/log-safety.js';
import type { Problem } from './problem.js';
import { RepeatCounter } from '../telemetry/repeat-counter.js';
import type { Metrics } from '../telemetry/metrics.js';

/** Requested every few seconds by monitoring; omitted at the default level. */
const QUIET_ROUTES = /^\/(?:health\/|metrics$|assets\/)/;

/** Unknown methods share a label, because each label would be a new metric. */
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

type RequestRecorders = Readonly<{ log: Log; metrics: Metrics }>;

/**
 * While the service is unavailable (503), this many lines per code and second are written; the others are counted in
 * one line.
 */
const BUSY_LINES_PER_SECOND = 5;

/**
 * Writes one log line and one observation per response; `aborted` is true if the client disconnected. Returns a
 * function that writes the last counts before the service stops.
 */
export function recordRequests(inFlight: InFlightRequests, { log, metrics }: RequestRecorders): () => void {
  // Each field of this line is chosen and sanitized below; the general redaction took twenty times as long as writing (decision 31).
  const lines = log.child({}, { redact: [] });
  const busyCounter = new RepeatCounter((problem, count) => {
    lines.info({ problem, status: 503, count }, 'requests');
  });
  inFlight.onStart(() => metrics.recordStart());
  inFlight.onEnd((request, reply) => {
    const route = getRoute(request);
    const result = { status: reply.statusCode, ms: reply.elapsedTime, aborted: !reply.raw.writableEnded };
    metrics.recordEnd(
      KNOWN_METHODS.has(request.method) ? request.method : 'OTHER',
      route,
      result.status,
      result.ms / 1000,
    );
    const level = QUIET_ROUTES.test(route) ? 'debug' : 'info';
    if (
      result.status === 503 &&
      level === 'info' &&
      !busyCounter.shouldWrite(request.errorCode ?? 'unavailable', BUSY_LINES_PER_SECOND)
    )
      return;
    if (lines.isLevelEnabled(level)) lines[level](toLogLine(request, route, result), 'request');
  });
  return () => busyCounter.flush();
}

/** Bytes that never became a request, but got a response. */
export function recordMalformedRequest(
  { log, metrics }: RequestRecorders,
  { status, code, request_id }: Problem,
  ip: string | undefined,
): void {
  metrics.recordStart();
  metrics.recordEnd('OTHER', 'unknown', status, 0);
  log.info({ request_id, problem: code, status, ip }, 'broken http');
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
