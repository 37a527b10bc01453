import 'reflect-metadata';
import { MikroORM } from '@mikro-orm/postgresql';
import type { CanActivate, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ActivityMonitorService } from './access/activity-monitor.service.js';
import { NameDirectory } from './access/name-directory.js';
import { runWithClientAddress } from './access/client-address.js';
import { AppModule } from './app.module.js';
import { AuditService } from './audit/audit.service.js';
import { recordClientRequests } from './auth/client-requests.hook.js';
import { RECENT_SIGN_IN_REQUIRED } from './auth/auth-errors.js';
import { RecentSignInGuard } from './auth/sessions/recent-sign-in.guard.js';
import { TokensService } from './auth/tokens.service.js';
import { KeyCallsService } from './clients/key-calls.service.js';
import type { Config } from './config/config.js';
import { runInUnitOfWork } from './database/unit-of-work.js';
import { EventFeedService } from './events/event-feed.service.js';
import { AllowedOrigins } from './http/allowed-origins.js';
import { ScopeGuard } from './auth/scope.guard.js';
import { AcceptGuard } from './http/accept.guard.js';
import { Assets } from './http/assets.hook.js';
import { monitorActivity } from './http/activity-monitor.hook.js';
import { registerBodyParsers } from './http/body.hook.js';
import { TokenBuckets } from './http/token-buckets.js';
import { CallerRateLimit } from './http/caller-rate-limit.js';
import { CallerRateLimitGuard } from './http/caller-rate-limit.guard.js';
import { registerCompression } from './http/compression.hook.js';
import { Cookies } from './http/cookies.js';
import { registerCors } from './http/cors.hook.js';
import { DownloadSlots } from './http/download-slots.js';
import { delayEarlyRetries } from './http/early-retries.hook.js';
import { ErrorFilter } from './http/error.filter.js';
import { FormBodyGuard } from './http/form-body.guard.js';
import { ValidationPipe } from './http/validation.pipe.js';
import { GracefulStop } from './http/graceful-stop.hook.js';
import { IdempotencyGuard } from './http/idempotency.guard.js';
import { storeIdempotentResponses } from './http/idempotency.hook.js';
import { InFlightRequests } from './http/in-flight.hook.js';
import { KnownParametersGuard } from './http/known-parameters.guard.js';
import { ContentNegotiation } from './http/negotiation.hook.js';
import { OpenStreams } from './http/open-streams.js';
import { rejectUnreadableQueries } from './http/query.hook.js';
import { AnonymousRateLimit } from './http/anonymous-rate-limit.hook.js';
import { recordMalformedRequest, recordRequests } from './http/request-log.hook.js';
import { CursorSignatures } from './http/cursor-signature.hook.js';
import { buildServer, rejectMalformedRequests } from './http/server.hook.js';
import { AnonymousRateLimitGuard } from './http/anonymous-rate-limit.guard.js';
import { limits } from './http/limits.js';
import { handleUnknownRoutes } from './http/unknown-route.hook.js';
import { WebSocketUpgrades } from './http/upgrade.hook.js';
import { SignedInUserResolver } from './http/signed-in-user.hook.js';
import { IdempotentResponsesService } from './idempotency/idempotent-responses.service.js';
import { readContract } from './openapi/contract.js';
import { FailureLog } from './telemetry/failure-log.js';
import { createLog, type Log } from './telemetry/log.js';
import { Metrics } from './telemetry/metrics.js';
import { NestLogger } from './telemetry/nest-logger.js';

/** What a test may add to the application: its own controllers, and a log to read. */
type TestOverrides = Readonly<{ controllers?: Type[]; log?: Log }>;

/** Builds the application exactly as production runs it; the service, the tests and the documents all come through here. */
// eslint-disable-next-line max-lines-per-function -- the wiring: every part is made once, in order.
export async function createApp(
  config: Config,
  databaseUrl: string,
  extras: TestOverrides = {},
): Promise<NestFastifyApplication> {
  const { controllers = [], log = createLog(config.logLevel) } = extras;
  const assets = new Assets();
  const { version, errors: documentedErrors } = readContract();
  const findFix = (code: string): string | null =>
    documentedErrors.find((section) => section.code === code)?.fix ?? null;
  const failures = new FailureLog(log);
  const signedInUsers = new SignedInUserResolver(failures);
  const names = new NameDirectory((field, error) => {
    failures.warn('names for a page could not be found', error, { field });
  });
  const downloadSlots = new DownloadSlots((error, requestId) => {
    failures.warn('a download broke off', error, { request_id: requestId });
  });
  const negotiation = new ContentNegotiation({
    config,
    version,
    findFix,
    signedInUsers,
    names,
    getAssetUrl: assets.getUrl,
  });
  const limit = createAnonymousLimit(config);
  const errors = new ErrorFilter(config, { log, failures }, negotiation, limit);
  const metrics = new Metrics();
  const inFlight = new InFlightRequests();
  const server = buildServer(config, errors, {
    inFlight,
    onMalformedRequest: (problem, ip) => recordMalformedRequest({ log, metrics }, problem, ip),
  });
  const origins = new AllowedOrigins();
  const streams = new OpenStreams();
  const upgrades = new WebSocketUpgrades(limits.messageBytes);
  const gracefulStop = new GracefulStop(server, inFlight, streams);

  const cursors = new CursorSignatures(config.secretKey);
  registerHooks(server, {
    inFlight,
    gracefulStop,
    limit,
    origins,
    negotiation,
    assets,
    upgrades,
    log,
    metrics,
    failures,
    cursors,
  });

  const module = AppModule.forRoot({
    config,
    databaseUrl,
    http: { origins, streams, upgrades, gracefulStop, metrics, signedInUsers, names, downloadSlots },
    controllers,
  });
  const adapter = new FastifyAdapter(server as never);
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: new NestLogger(log),
    bodyParser: false,
  });
  const idempotentResponses = app.get(IdempotentResponsesService);
  app.useGlobalFilters(errors).useGlobalPipes(new ValidationPipe());
  app.useGlobalGuards(...globalGuards(app, config, limit));
  storeIdempotentResponses(server, idempotentResponses);
  delayEarlyRetries(server);
  openUnitsOfWork(server, app.get(MikroORM));
  recordUse(app, { server, inFlight, streams, errors });
  return app;
}

/** The guards of every route, in this order. */
function globalGuards(
  app: NestFastifyApplication,
  { callerRateLimits }: Config,
  limit: AnonymousRateLimit,
): CanActivate[] {
  return [
    new AnonymousRateLimitGuard(limit),
    new FormBodyGuard(),
    new CallerRateLimitGuard(new CallerRateLimit(callerRateLimits)),
    new ScopeGuard(),
    new AcceptGuard(),
    new KnownParametersGuard(),
    app.get(RecentSignInGuard, { strict: false }),
    new IdempotencyGuard(app.get(IdempotentResponsesService)),
  ];
}

type ObservedParts = Readonly<{
  server: FastifyInstance;
  inFlight: InFlightRequests;
  streams: OpenStreams;
  errors: ErrorFilter;
}>;

function recordUse(app: NestFastifyApplication, { server, inFlight, streams, errors }: ObservedParts): void {
  recordLastEventSeq(server, app.get(EventFeedService, { strict: false }));
  monitorActivity(inFlight, streams, app.get(ActivityMonitorService));
  recordClientRequests(
    inFlight,
    app.get(KeyCallsService, { strict: false }),
    app.get(TokensService, { strict: false }),
  );
  errors.onDenied(createDenialAuditor(app.get(AuditService)));
}

type RequestParts = Readonly<{
  inFlight: InFlightRequests;
  gracefulStop: GracefulStop;
  limit: AnonymousRateLimit;
  origins: AllowedOrigins;
  cursors: CursorSignatures;
  negotiation: ContentNegotiation;
  assets: Assets;
  upgrades: WebSocketUpgrades;
  log: Log;
  metrics: Metrics;
  failures: FailureLog;
}>;

/** What happens to every request, in this order. */
function registerHooks(server: FastifyInstance, parts: RequestParts): void {
  const { inFlight, gracefulStop, limit, origins, cursors, negotiation, assets, upgrades, failures } = parts;
  inFlight.registerHooks(server);
  flushOnClose(server, [recordRequests(inFlight, parts), () => failures.flush()]);
  rejectMalformedRequests(server);
  gracefulStop.registerHooks();
  limit.registerHooks(server);
  registerCors(server, origins);
  handleUnknownRoutes(server);
  rejectUnreadableQueries(server);
  registerBodyParsers(server);
  cursors.registerHooks(server);
  negotiation.registerHooks(server);
  registerCompression(server);
  assets.registerRoutes(server);
  upgrades.registerListener(server);
}

/** What was only counted so far. */
function flushOnClose(server: FastifyInstance, flushes: readonly (() => void)[]): void {
  server.addHook('onClose', (_instance, done) => {
    for (const flush of flushes) flush();
    done();
  });
}

/** A known caller who is refused stands in the audit log, an unknown one in the metrics and the request log. To be asked for the password again is no refusal. */
function createDenialAuditor(audit: AuditService) {
  return ({ actor, clientId: keyId, method, routeOptions }: FastifyRequest, code: string): void => {
    if ((!actor && keyId === undefined) || code === RECENT_SIGN_IN_REQUIRED) return;
    const subject = actor
      ? { userId: actor.userId, actingUserId: actor.actingUserId, clientId: actor.clientId }
      : { clientId: keyId ?? null };
    audit.recordInBackground({
      ...subject,
      action: 'access.refused',
      outcome: 'denied',
      detail: `${method} ${routeOptions.url ?? ''}: ${code}`,
    });
  };
}

/** Of a hundred thousand addresses at most; each costs about a hundred bytes. */
function createAnonymousLimit({ anonymousPerSecond, isHttps }: Config): AnonymousRateLimit {
  return new AnonymousRateLimit(
    new TokenBuckets({ capacity: anonymousPerSecond * 10, perSecond: anonymousPerSecond }, 100_000),
    new Cookies(isHttps),
  );
}

/** Taken down before anything is read for the answer. */
function recordLastEventSeq(server: FastifyInstance, feed: EventFeedService): void {
  server.addHook('onRequest', (request, _reply, done) => {
    request.lastEventSeq = feed.lastEventSeq;
    done();
  });
}

/** A hook rather than Nest middleware: one unit of work per request, and its address for the audit log, without loading middie. */
function openUnitsOfWork(server: FastifyInstance, { em }: MikroORM): void {
  server.addHook('onRequest', ({ ip }, _reply, done) => {
    runWithClientAddress(ip, () => runInUnitOfWork(em, done));
  });
}
