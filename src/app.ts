import 'reflect-metadata';
import { MikroORM } from '@mikro-orm/postgresql';
import type { CanActivate, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Audience } from './access/audience.service.js';
import { Names } from './access/names.js';
import { comingFrom } from './access/whereabouts.js';
import { AppModule } from './app.module.js';
import { AuditService } from './audit/audit.service.js';
import { recordKeyCalls } from './auth/key-calls.hook.js';
import { RECENT_SIGN_IN_REQUIRED } from './auth/auth-errors.js';
import { RecentSignInGuard } from './auth/sessions/recent-sign-in.guard.js';
import { TokensService } from './auth/tokens.service.js';
import { KeyCallsService } from './clients/key-calls.service.js';
import type { Config } from './config/config.js';
import { withinUnitOfWork } from './database/unit-of-work.js';
import { EventFeed } from './events/event-feed.service.js';
import { AllowedOrigins } from './http/allowed-origins.js';
import { ScopeGuard } from './auth/scope.guard.js';
import { AcceptGuard } from './http/accept.guard.js';
import { Assets } from './http/assets.hook.js';
import { noticeAudience } from './http/audience.hook.js';
import { readBodies } from './http/body.hook.js';
import { Buckets } from './http/bucket.js';
import { CallerLimit } from './http/caller-limit.js';
import { Callers } from './http/callers.guard.js';
import { compressWhereSafe } from './http/compression.hook.js';
import { Cookies } from './http/cookies.js';
import { answerOtherOrigins } from './http/cors.hook.js';
import { Downloads } from './http/downloads.js';
import { holdBackEarlyRetries } from './http/early-retries.hook.js';
import { ErrorFilter } from './http/error.filter.js';
import { Forms } from './http/forms.guard.js';
import { Input } from './http/input.js';
import { GracefulStop } from './http/graceful-stop.hook.js';
import { Idempotency } from './http/idempotency.guard.js';
import { keepAnswers } from './http/idempotency.hook.js';
import { InFlight } from './http/in-flight.hook.js';
import { KnownParameters } from './http/known-parameters.guard.js';
import { Negotiation } from './http/negotiation.hook.js';
import { OpenStreams } from './http/open-streams.js';
import { refuseUnreadableQueries } from './http/query.hook.js';
import { AnonymousLimit } from './http/rate-limit.hook.js';
import { recordBrokenHttp, recordRequests } from './http/request-log.hook.js';
import { CursorSignatures } from './http/cursor-signature.hook.js';
import { buildServer, refuseMalformed } from './http/server.hook.js';
import { Strangers } from './http/strangers.guard.js';
import { limits } from './http/limits.js';
import { answerUnknownRoutes } from './http/unknown-route.hook.js';
import { Upgrades } from './http/upgrade.hook.js';
import { Visitors } from './http/visitors.hook.js';
import { IdempotentAnswers } from './idempotency/idempotent-answers.service.js';
import { readContract } from './openapi/contract.js';
import { FailureLog } from './telemetry/failure-log.js';
import { createLog, type Log } from './telemetry/log.js';
import { Metrics } from './telemetry/metrics.js';
import { NestLog } from './telemetry/nest-log.js';

/** What a test may add to the house: doors of its own, and an ear at its log. */
type Extras = Readonly<{ doors?: Type[]; log?: Log }>;

/** Builds the application exactly as production runs it; the service, the tests and the documents all come through here. */
export async function createApp(
  config: Config,
  databaseUrl: string,
  extras: Extras = {},
): Promise<NestFastifyApplication> {
  const { doors = [], log = createLog(config.logLevel) } = extras;
  const assets = new Assets();
  const { version, errors: explained } = readContract();
  const mendOf = (code: string): string | null => explained.find((section) => section.code === code)?.mend ?? null;
  const failures = new FailureLog(log);
  const visitors = new Visitors(failures);
  const names = new Names((field, error) => {
    failures.warn('names for a page could not be found', error, { field });
  });
  const downloads = new Downloads((error, requestId) => {
    failures.warn('a download broke off', error, { request_id: requestId });
  });
  const negotiation = new Negotiation({ config, version, mendOf, visitors, names, asset: assets.address });
  const limit = anonymousLimit(config);
  const errors = new ErrorFilter(config, { log, failures }, negotiation, limit);
  const metrics = new Metrics();
  const inFlight = new InFlight();
  const server = buildServer(config, errors, {
    inFlight,
    broken: (problem, ip) => recordBrokenHttp({ log, metrics }, problem, ip),
  });
  const origins = new AllowedOrigins();
  const streams = new OpenStreams();
  const upgrades = new Upgrades(limits.messageBytes);
  const stop = new GracefulStop(server, inFlight, streams);

  // What happens to every request, in this order.
  inFlight.listen(server);
  writeBeforeClosing(server, [recordRequests(inFlight, { log, metrics }), () => failures.flush()]);
  refuseMalformed(server);
  stop.listen();
  limit.listen(server);
  readRequests(server, origins, config.secretKey);
  negotiation.listen(server);
  compressWhereSafe(server);
  assets.listen(server);
  upgrades.listen(server);

  const module = AppModule.on({
    config,
    databaseUrl,
    http: { origins, streams, upgrades, stop, metrics, visitors, names, downloads },
    doors,
  });
  const adapter = new FastifyAdapter(server as never);
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: new NestLog(log),
    bodyParser: false,
  });
  const answers = app.get(IdempotentAnswers);
  app.useGlobalFilters(errors).useGlobalPipes(new Input());
  app.useGlobalGuards(...globalGuards(app, config, limit));
  keepAnswers(server, answers);
  holdBackEarlyRetries(server);
  openUnitsOfWork(server, app.get(MikroORM));
  recordUse(app, { server, inFlight, streams, errors });
  return app;
}

/** The guards of every route, in this order. */
function globalGuards(app: NestFastifyApplication, { callerRates }: Config, limit: AnonymousLimit): CanActivate[] {
  return [
    new Strangers(limit),
    new Forms(),
    new Callers(new CallerLimit(callerRates)),
    new ScopeGuard(),
    new AcceptGuard(),
    new KnownParameters(),
    app.get(RecentSignInGuard, { strict: false }),
    new Idempotency(app.get(IdempotentAnswers)),
  ];
}

/** What is read of a request before a route is called. */
function readRequests(server: FastifyInstance, origins: AllowedOrigins, secretKey: string): void {
  answerOtherOrigins(server, origins);
  answerUnknownRoutes(server);
  refuseUnreadableQueries(server);
  readBodies(server);
  new CursorSignatures(secretKey).listen(server);
}

type Watched = Readonly<{ server: FastifyInstance; inFlight: InFlight; streams: OpenStreams; errors: ErrorFilter }>;

function recordUse(app: NestFastifyApplication, { server, inFlight, streams, errors }: Watched): void {
  noteWhatWasTold(server, app.get(EventFeed, { strict: false }));
  noticeAudience(inFlight, streams, app.get(Audience));
  recordKeyCalls(inFlight, app.get(KeyCallsService, { strict: false }), app.get(TokensService, { strict: false }));
  errors.whenDenied(writtenDown(app.get(AuditService)));
}

/** What was only counted so far. */
function writeBeforeClosing(server: FastifyInstance, flushes: readonly (() => void)[]): void {
  server.addHook('onClose', (_instance, done) => {
    for (const flush of flushes) flush();
    done();
  });
}

/** A known caller who is refused stands in the audit log, an unknown one in the metrics and the request log. To be asked for the password again is no refusal. */
function writtenDown(audit: AuditService) {
  return ({ actor, keyId, method, routeOptions }: FastifyRequest, code: string): void => {
    if ((!actor && keyId === undefined) || code === RECENT_SIGN_IN_REQUIRED) return;
    const who = actor
      ? { userId: actor.userId, actingUserId: actor.actingUserId, clientId: actor.clientId }
      : { clientId: keyId ?? null };
    audit.noteAside({
      ...who,
      action: 'access.refused',
      outcome: 'denied',
      detail: `${method} ${routeOptions.url ?? ''}: ${code}`,
    });
  };
}

/** Of a hundred thousand addresses at most; each costs about a hundred bytes. */
function anonymousLimit({ anonymousPerSecond, isHttps }: Config): AnonymousLimit {
  return new AnonymousLimit(
    new Buckets({ capacity: anonymousPerSecond * 10, perSecond: anonymousPerSecond }, 100_000),
    new Cookies(isHttps),
  );
}

/** Taken down before anything is read for the answer. */
function noteWhatWasTold(server: FastifyInstance, feed: EventFeed): void {
  server.addHook('onRequest', (request, _reply, done) => {
    request.toldUpTo = feed.toldUpTo;
    done();
  });
}

/** A hook rather than Nest middleware: one unit of work per request, and its address for the audit log, without loading middie. */
function openUnitsOfWork(server: FastifyInstance, { em }: MikroORM): void {
  server.addHook('onRequest', ({ ip }, _reply, done) => {
    comingFrom(ip, () => withinUnitOfWork(em, done));
  });
}
