import type { FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.js';
import type { InFlight } from './in-flight.hook.js';
import type { Log } from '../telemetry/log.js';
import { printable, safeUrl } from '../telemetry/log-safety.js';
import type { Problem } from './problem.js';
import { Repeated } from '../telemetry/repeated.js';
import type { Metrics } from '../telemetry/metrics.js';

/** Asked every few seconds by machines; at the usual level they would be most of the log. */
const quiet = /^\/(?:health\/|metrics$|assets\/)/;

/** Methods that a caller may invent are one label, or the metrics would grow with every invention. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

type Books = Readonly<{ log: Log; metrics: Metrics }>;

/** While the service cannot answer (503), so many answers of each code have a line each second; the others are counted in one. */
const BUSY_LINES_PER_SECOND = 5;

/**
 * One line and one observation for every answer; `aborted` says that the caller did not wait for it. Returns what writes the last
 * counts before the service stops.
 */
export function recordRequests(inFlight: InFlight, { log, metrics }: Books): () => void {
  // Each field of this line is chosen and cleaned below; to search it for secrets once more took twenty times as long as to write it (decision 31).
  const lines = log.child({}, { redact: [] });
  const busy = new Repeated((problem, count) => {
    lines.info({ problem, status: 503, count }, 'requests');
  });
  inFlight.onBegin(() => metrics.began());
  inFlight.onEnd((request, reply) => {
    const route = routeOf(request);
    const outcome = { status: reply.statusCode, ms: reply.elapsedTime, aborted: !reply.raw.writableEnded };
    metrics.ended(
      knownMethods.has(request.method) ? request.method : 'OTHER',
      route,
      outcome.status,
      outcome.ms / 1000,
    );
    const level = quiet.test(route) ? 'debug' : 'info';
    if (
      outcome.status === 503 &&
      level === 'info' &&
      !busy.admits(request.failedAs ?? 'unavailable', BUSY_LINES_PER_SECOND)
    )
      return;
    if (lines.isLevelEnabled(level)) lines[level](lineOf(request, route, outcome), 'request');
  });
  return () => busy.flush();
}

/** What never became a request, and was answered all the same. */
export function recordBrokenHttp(
  { log, metrics }: Books,
  { status, code, request_id }: Problem,
  ip: string | undefined,
): void {
  metrics.began();
  metrics.ended('OTHER', 'unknown', status, 0);
  log.info({ request_id, problem: code, status, ip }, 'broken http');
}

function routeOf(request: FastifyRequest): string {
  return request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
}

/** Assigned one by one: spreading what may be absent costs as much as all the rest. */
function lineOf(
  request: FastifyRequest,
  route: string,
  { status, ms, aborted }: { status: number; ms: number; aborted: boolean },
): object {
  const { actor, keyId } = request as { actor?: Actor; keyId?: string };
  const callerId = request.headers['x-request-id'];
  const line: Record<string, unknown> = { request_id: request.id, method: printable(request.method, 20), route };
  if (request.url !== route) line['url'] = safeUrl(request.url);
  line['status'] = status;
  if (request.failedAs !== undefined) line['problem'] = request.failedAs;
  line['ms'] = Math.round(ms * 100) / 100;
  line['ip'] = request.ip;
  if (aborted) line['aborted'] = true;
  if (actor) {
    line['user_id'] = actor.userId;
    line['client_id'] = actor.clientId;
    if (actor.actingUserId !== actor.userId) line['acting_user_id'] = actor.actingUserId;
  } else if (keyId !== undefined) line['client_id'] = keyId;
  if (typeof callerId === 'string' && /^[\w.:-]{1,128}$/.test(callerId)) line['caller_request_id'] = callerId;
  return line;
}
