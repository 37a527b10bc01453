import {
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
  ForbiddenException,
  HttpStatus,
  type PipeTransform,
  type Type,
} from '@nestjs/common';
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  HEADERS_METADATA,
  HTTP_CODE_METADATA,
  INTERCEPTORS_METADATA,
  PARAMTYPES_METADATA,
  PIPES_METADATA,
  REDIRECT_METADATA,
  RENDER_METADATA,
  RESPONSE_PASSTHROUGH_METADATA,
  ROUTE_ARGS_METADATA,
  SSE_METADATA,
} from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { HttpArgumentsHost } from '@nestjs/common/interfaces/index.js';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ResponseBatch } from './http/response-batch.js';
import type { RouteReference } from './http/route-options.decorator.js';

const { REQUEST, RESPONSE, BODY, QUERY }: Readonly<Record<keyof typeof RouteParamtypes, number>> = RouteParamtypes;

/** What Nest's router does for a handler and what is not done here. */
const UNSUPPORTED = [
  ...[INTERCEPTORS_METADATA, PIPES_METADATA, EXCEPTION_FILTERS_METADATA],
  ...[REDIRECT_METADATA, RENDER_METADATA, SSE_METADATA],
];

type Handler = (...args: unknown[]) => unknown;
type InputReader = (context: HttpContext) => unknown;
/** What Nest keeps of a parameter of a handler, under its kind and index. */
type ParameterMetadata = Readonly<{
  index: number;
  data: unknown;
  pipes: readonly unknown[];
  factory?: (data: unknown, context: ExecutionContext) => unknown;
}>;

/** The parts that each route passes. */
export type RouteParts = Readonly<{ guards: readonly CanActivate[]; pipe: PipeTransform; filter: ExceptionFilter }>;

/**
 * Calls the handlers of routes with `@Direct()` without Nest's router: the same guards in the same order, the same pipe, handler
 * and filter. For each request the router makes a context for every consumer, closures and a dozen promises, which cost more
 * than an order (decision 86). Must run before the routes are registered.
 */
export function registerDirectRoutes(server: FastifyInstance, app: NestFastifyApplication, parts: RouteParts): void {
  server.addHook('onRoute', (route) => {
    const reference = route.config?.direct;
    if (reference === undefined) return;
    const status = route.method === 'POST' ? HttpStatus.CREATED : HttpStatus.OK;
    route.handler = new DirectRoute(app, { ...reference, status }, parts).handle;
  });
}

const batch = new ResponseBatch();

class DirectRoute {
  private readonly guards: readonly CanActivate[];
  private readonly readers: readonly InputReader[];
  private readonly status: number;
  private readonly headers: Readonly<Record<string, string>>;
  private readonly controller: object;
  private readonly handler: Handler;

  constructor(
    app: NestFastifyApplication,
    private readonly reference: RouteReference & Readonly<{ status: number }>,
    private readonly parts: RouteParts,
  ) {
    const { controller, name } = reference;
    this.controller = app.get(controller, { strict: false });
    this.handler = (this.controller as Record<string, Handler>)[name] as Handler;
    rejectUnsupported(reference, this.handler);
    const own = [controller, this.handler].flatMap(
      (target) => readList(GUARDS_METADATA, target) as Type<CanActivate>[],
    );
    this.guards = [...parts.guards, ...own.map((guard) => app.get(guard, { strict: false }))];
    this.readers = listReaders(reference, parts.pipe);
    this.status = (Reflect.getMetadata(HTTP_CODE_METADATA, this.handler) as number | undefined) ?? reference.status;
    const headers = readList(HEADERS_METADATA, this.handler) as Readonly<{ name: string; value: string }>[];
    this.headers = Object.fromEntries(headers.map(({ name: header, value }) => [header, value]));
  }

  /** Returns no promise, because Fastify would listen for the end of the response. */
  readonly handle = (request: FastifyRequest, reply: FastifyReply): void => {
    void this.respond(new HttpContext([request, reply], this.reference.controller, this.handler), reply);
  };

  private async respond(context: HttpContext, reply: FastifyReply): Promise<void> {
    const onError = (error: unknown): void => {
      this.parts.filter.catch(error, context);
    };
    try {
      for (const guard of this.guards) {
        const result = guard.canActivate(context);
        if (result !== true && (await result) !== true) throw new ForbiddenException();
      }
      reply.status(this.status).headers(this.headers);
      const inputs = this.readers.map((read) => read(context));
      const payload = await this.handler.apply(this.controller, inputs);
      if (Buffer.isBuffer(payload)) batch.add({ reply, payload, onError });
      else reply.send(payload);
    } catch (error) {
      onError(error);
    }
  }
}

/** Nest's context for a request, without an object for each part that asks for the request. */
class HttpContext extends ExecutionContextHost {
  override switchToHttp(): HttpArgumentsHost {
    return this as unknown as HttpArgumentsHost;
  }

  getRequest(): FastifyRequest {
    return this.getArgByIndex<FastifyRequest>(0);
  }

  getResponse(): FastifyReply {
    return this.getArgByIndex<FastifyReply>(1);
  }

  getNext(): never {
    throw new TypeError('Nothing follows a route that is called directly.');
  }
}

/** A route that has something which is not done here would lose it without a sign. */
function rejectUnsupported({ controller, name }: RouteReference, handler: Handler): void {
  for (const kind of UNSUPPORTED)
    if ([controller, handler].some((target) => Reflect.hasMetadata(kind, target)))
      throw new TypeError(`${controller.name}.${name} is called directly and cannot have ${kind}.`);
}

function listReaders({ controller, name }: RouteReference, pipe: PipeTransform): InputReader[] {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<
    string,
    ParameterMetadata
  >;
  const types = Reflect.getMetadata(PARAMTYPES_METADATA, controller.prototype as object, name) as Type<unknown>[];
  const readers: InputReader[] = [];
  for (const [key, parameter] of Object.entries(parameters)) {
    const kind = Number.parseInt(key, 10);
    if (kind === RESPONSE && Reflect.getMetadata(RESPONSE_PASSTHROUGH_METADATA, controller, name) !== true)
      throw new TypeError(`${controller.name}.${name} is called directly and cannot send its response.`);
    readers[parameter.index] = toReader(kind, parameter, { pipe, metatype: types[parameter.index] });
  }
  return readers;
}

function toReader(
  kind: number,
  { data, factory, pipes }: ParameterMetadata,
  { pipe, metatype }: Readonly<{ pipe: PipeTransform; metatype: Type<unknown> | undefined }>,
): InputReader {
  if (pipes.length > 0) throw new TypeError('A parameter of a route that is called directly cannot have pipes.');
  if (factory !== undefined) return (context) => factory(data, context);
  if (kind === REQUEST) return (context) => context.getRequest();
  if (kind === RESPONSE) return (context) => context.getResponse();
  if (data === undefined && kind === BODY)
    return (context) => pipe.transform(context.getRequest().body, { type: 'body', metatype }) as unknown;
  if (data === undefined && kind === QUERY)
    return (context) => pipe.transform(context.getRequest().query, { type: 'query', metatype }) as unknown;
  throw new TypeError(`A route that is called directly cannot have a parameter of kind ${kind}.`);
}

/** Nest keeps each kind of metadata of a class or a handler as a list. */
const readList = (key: string, target: object): readonly unknown[] =>
  (Reflect.getMetadata(key, target) ?? []) as readonly unknown[];
