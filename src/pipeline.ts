import type { CanActivate, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AccessGuard } from './auth/access.guard.js';
import { ClientRequests } from './auth/client-requests.hook.js';
import { ScopeGuard } from './auth/scope.guard.js';
import { RecentSignInGuard } from './auth/sessions/recent-sign-in.guard.js';
import type { RouteParts } from './direct-routes.js';
import { UnitOfWork } from './database/unit-of-work.hook.js';
import { LastEvent } from './events/last-event.hook.js';
import { AcceptGuard } from './http/accept.guard.js';
import { RequestActivity, InFlightRequests, type RequestObserver } from './http/in-flight.hook.js';
import { AnonymousRateLimitGuard, AnonymousRateLimit } from './http/anonymous-rate-limit.guard.js';
import { Assets } from './http/assets.hook.js';
import { BodyParsers } from './http/body.hook.js';
import { CallerRateLimitGuard, EarlyRetryDelay } from './http/caller-rate-limit.guard.js';
import { CommonHeaders } from './http/common-headers.hook.js';
import { Compression } from './http/compression.hook.js';
import { Cors } from './http/cors.hook.js';
import { CursorSignatures } from './http/cursor-signature.hook.js';
import { ErrorFilter } from './http/error.filter.js';
import { FormBodyGuard } from './http/form-body.guard.js';
import { GracefulStop } from './http/graceful-stop.hook.js';
import { IdempotencyGuard, IdempotentResponseWriter } from './http/idempotency.guard.js';
import { KnownParametersGuard } from './http/known-parameters.guard.js';
import { MalformedRequests } from './http/malformed-request.hook.js';
import { ContentNegotiation } from './http/negotiation.hook.js';
import { QueryDefaults } from './http/query.hook.js';
import { RequestLog } from './http/request-log.hook.js';
import { UnknownRoutes } from './http/unknown-route.hook.js';
import { WebSocketUpgrades } from './http/upgrade.hook.js';
import { ValidationPipe } from './http/validation.pipe.js';

type Callback = (error?: Error | null, payload?: unknown) => void;
type RequestHook = { onRequest(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void };
type ViewHook = { preSerialization(request: FastifyRequest, reply: FastifyReply, view: unknown, done: Callback): void };
type PayloadHook = { onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Callback): unknown };
type ServerPart = { attach(server: FastifyInstance): void };

/** Everything that a request passes, from the socket to the response, in this order. No other file adds to it. */
export const pipeline = {
  /** The request's head has arrived. Fastify then reads the body with `BodyParsers`. */
  onRequest: [
    CommonHeaders,
    InFlightRequests,
    MalformedRequests,
    GracefulStop,
    AnonymousRateLimit,
    Cors,
    UnknownRoutes,
    QueryDefaults,
    BodyParsers,
    CursorSignatures,
    UnitOfWork,
    LastEvent,
  ] satisfies Type<RequestHook>[],

  /** The body has arrived, and the route is known. */
  guards: [
    AccessGuard,
    AnonymousRateLimitGuard,
    FormBodyGuard,
    CallerRateLimitGuard,
    ScopeGuard,
    AcceptGuard,
    KnownParametersGuard,
    RecentSignInGuard,
    IdempotencyGuard,
  ],

  /** Turns body, query and path into the DTOs of the handler, which runs next. */
  pipes: [ValidationPipe],

  /** Turns everything thrown by guards, pipe and handler into a problem. */
  filters: [ErrorFilter],

  /** The handler has returned a view, or the filter a problem. */
  preSerialization: [CursorSignatures, ContentNegotiation] satisfies Type<ViewHook>[],

  /** The response is text. */
  onSend: [Compression, IdempotentResponseWriter, EarlyRetryDelay] satisfies Type<PayloadHook>[],

  /** The response was sent, or the client disconnected. */
  observers: [RequestLog, GracefulStop, RequestActivity, ClientRequests] satisfies Type<RequestObserver>[],

  /** Listen to the server itself, or add routes to it that Nest does not know. */
  server: [
    AnonymousRateLimit,
    MalformedRequests,
    GracefulStop,
    UnknownRoutes,
    BodyParsers,
    Assets,
    WebSocketUpgrades,
  ] satisfies Type<ServerPart>[],
} as const;

/** Adds the hooks to the server. Must run before the routes are registered. */
export function registerHooks(server: FastifyInstance, app: NestFastifyApplication): void {
  const find = <Part>(part: Type<Part>): Part => app.get(part, { strict: false });
  for (const part of pipeline.server) find<ServerPart>(part).attach(server);
  for (const part of pipeline.observers) find(InFlightRequests).observers.register(find<RequestObserver>(part));
  for (const part of pipeline.onRequest) {
    const hook = find<RequestHook>(part);
    server.addHook('onRequest', (request, reply, done) => hook.onRequest(request, reply, done));
  }
  for (const part of pipeline.preSerialization) {
    const hook = find<ViewHook>(part);
    server.addHook('preSerialization', (request, reply, view, done) =>
      hook.preSerialization(request, reply, view, done),
    );
  }
  for (const part of pipeline.onSend) {
    const hook = find<PayloadHook>(part);
    server.addHook('onSend', (request, reply, payload, done) => hook.onSend(request, reply, payload, done));
  }
}

/** What handlers that are called without Nest's router pass. */
export const getRouteParts = (app: NestFastifyApplication): RouteParts => ({
  guards: pipeline.guards.map((guard) => app.get<CanActivate>(guard, { strict: false })),
  pipe: app.get(onlyOne(pipeline.pipes), { strict: false }),
  filter: app.get(onlyOne(pipeline.filters), { strict: false }),
});

/** Its type admits no second one. */
const onlyOne = <Part>([part]: readonly [Part]): Part => part;
