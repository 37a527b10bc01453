import type { CanActivate, ExceptionFilter, ExecutionContext, PipeTransform, Type } from '@nestjs/common';
import { ForbiddenException, HttpStatus } from '@nestjs/common';
import {
  GUARDS_METADATA,
  HEADERS_METADATA,
  HTTP_CODE_METADATA,
  INTERCEPTORS_METADATA,
  PARAMTYPES_METADATA,
  PIPES_METADATA,
  REDIRECT_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RouteReference } from './http/route-options.decorator.js';

type Handler = (...args: unknown[]) => unknown;
type InputReader = (context: DirectContext) => unknown;
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
    const own = [controller, this.handler].flatMap((target) => readList<Type<CanActivate>>(GUARDS_METADATA, target));
    this.guards = [...parts.guards, ...own.map((guard) => app.get(guard, { strict: false }))];
    this.readers = listReaders(reference, parts.pipe);
    this.status = (Reflect.getMetadata(HTTP_CODE_METADATA, this.handler) as number | undefined) ?? reference.status;
    const headers = readList<Readonly<{ name: string; value: string }>>(HEADERS_METADATA, this.handler);
    this.headers = Object.fromEntries(headers.map(({ name: header, value }) => [header, value]));
  }

  readonly handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const context = new DirectContext(request, reply, this.reference.controller, this.handler);
    try {
      for (const guard of this.guards) {
        const result = guard.canActivate(context);
        if (result !== true && (await result) !== true) throw new ForbiddenException();
      }
      reply.status(this.status).headers(this.headers);
      const inputs = this.readers.map((read) => read(context));
      reply.send(await this.handler.apply(this.controller, inputs));
    } catch (error) {
      this.parts.filter.catch(error, context);
    }
    return reply;
  };
}

/** What guards, parameters and the filter ask for. */
class DirectContext implements ExecutionContext {
  constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
    private readonly controller: Type<object>,
    private readonly handler: Handler,
  ) {}

  getClass<Class>(): Type<Class> {
    return this.controller as Type<never>;
  }

  getHandler(): Handler {
    return this.handler;
  }

  getArgs<Args extends unknown[]>(): Args {
    return [this.request, this.reply] as unknown as Args;
  }

  getArgByIndex<Argument>(index: number): Argument {
    return this.getArgs()[index] as Argument;
  }

  getType<Kind extends string>(): Kind {
    return 'http' as Kind;
  }

  switchToHttp() {
    return this;
  }

  switchToRpc(): never {
    throw new TypeError('An HTTP request is no remote call.');
  }

  switchToWs(): never {
    throw new TypeError('An HTTP request is no message of a WebSocket.');
  }

  getRequest<Request>(): Request {
    return this.request as Request;
  }

  getResponse<Response>(): Response {
    return this.reply as Response;
  }

  getNext<Next>(): Next {
    return (() => undefined) as Next;
  }
}

/** A route that has something which is not done here would lose it without a sign. */
function rejectUnsupported({ controller, name }: RouteReference, handler: Handler): void {
  for (const kind of [INTERCEPTORS_METADATA, PIPES_METADATA, REDIRECT_METADATA])
    if ([controller, handler].some((target) => Reflect.hasMetadata(kind, target)))
      throw new TypeError(`${controller.name}.${name} is called directly and cannot have ${kind}.`);
}

function listReaders({ controller, name }: RouteReference, pipe: PipeTransform): InputReader[] {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<
    string,
    ParameterMetadata
  >;
  const types = readList<Type<unknown>>(PARAMTYPES_METADATA, controller.prototype as object, name);
  const readers: InputReader[] = [];
  for (const [key, parameter] of Object.entries(parameters))
    readers[parameter.index] = toReader(Number.parseInt(key, 10), parameter, {
      pipe,
      metatype: types[parameter.index],
    });
  return readers;
}

function toReader(
  kind: RouteParamtypes,
  { data, factory, pipes }: ParameterMetadata,
  { pipe, metatype }: Readonly<{ pipe: PipeTransform; metatype: Type<unknown> | undefined }>,
): InputReader {
  if (pipes.length > 0) throw new TypeError('A parameter of a route that is called directly cannot have pipes.');
  if (factory !== undefined) return (context) => factory(data, context);
  if (kind === RouteParamtypes.REQUEST) return (context) => context.getRequest();
  if (kind === RouteParamtypes.RESPONSE) return (context) => context.getResponse();
  if (data === undefined && kind === RouteParamtypes.BODY)
    return (context) => pipe.transform(context.getRequest<FastifyRequest>().body, { type: 'body', metatype });
  if (data === undefined && kind === RouteParamtypes.QUERY)
    return (context) => pipe.transform(context.getRequest<FastifyRequest>().query, { type: 'query', metatype });
  throw new TypeError(`A route that is called directly cannot have a parameter of kind ${kind}.`);
}

const readList = <Item>(key: string, target: object, property?: string): readonly Item[] =>
  ((property === undefined ? Reflect.getMetadata(key, target) : Reflect.getMetadata(key, target, property)) as
    readonly Item[] | undefined) ?? [];
