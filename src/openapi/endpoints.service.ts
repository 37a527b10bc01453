import { Injectable } from '@nestjs/common';
import {
  GUARDS_METADATA,
  HEADERS_METADATA,
  HTTP_CODE_METADATA,
  METHOD_METADATA,
  PATH_METADATA,
  REDIRECT_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import { getCredential } from '../access/access.decorator.js';
import type { ResourceScope } from '../access/actor.js';
import { Hook } from '../access/hook.js';
import type { Endpoint, EndpointInput } from './endpoint.js';

type Handler = (...inputs: readonly unknown[]) => unknown;
type ControllerClass = abstract new (...inputs: never[]) => object;

type EndpointOptions = Pick<
  Endpoint,
  'alwaysJson' | 'anyAccept' | 'errorFormat' | 'csvColumns' | 'streamExample' | 'requiresRecentSignIn' | 'isBrowserOnly'
> &
  Readonly<{ ownIdempotency: boolean; markdown: unknown }>;

/** Nest's numbers for methods and for the places an argument comes from. */
const METHODS = ['get', 'post', 'put', 'delete', 'patch', 'all', 'options', 'head'] as const;
const INPUT_SOURCES: Readonly<Record<string, EndpointInput['from']>> = {
  3: 'body',
  4: 'query',
  5: 'path',
  6: 'header',
};

/** Finds every endpoint of the running service by the metadata of its decorators. */
@Injectable()
export class EndpointsService {
  /** The scope that opens a route to a limited token; `none` if no scope does. */
  readonly routeScopes = Hook.required<(method: string, route: string) => ResourceScope | 'none' | null>();
  private endpoints: readonly Endpoint[] | null = null;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** Built once: a running service has no new endpoints. */
  list(): readonly Endpoint[] {
    this.endpoints ??= this.discovery
      .getControllers()
      .flatMap(({ metatype }) => this.toEndpoints(metatype as ControllerClass))
      .sort((one, other) => (toSortKey(one) < toSortKey(other) ? -1 : 1));
    return this.endpoints;
  }

  private toEndpoints(controller: ControllerClass): Endpoint[] {
    const prototype = controller.prototype as Record<string, Handler>;
    return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name];
      const paths = handler && readMetadata<string | string[] | undefined>(PATH_METADATA, handler);
      if (!handler || paths === undefined) return [];
      return [paths].flat().map((path) => this.toEndpoint(controller, handler, { name, path }));
    });
  }

  private toEndpoint(
    controller: ControllerClass,
    handler: Handler,
    { name, path }: { name: string; path: string },
  ): Endpoint {
    const method = METHODS[readMetadata<number>(METHOD_METADATA, handler)] ?? 'get';
    const { ownIdempotency, markdown, ...options } = readOptions(handler);
    const access = getCredential(controller, handler);
    const route = joinPaths(readMetadata<string>(PATH_METADATA, controller), path);
    return {
      handler: `${controller.name}.${name}`,
      method,
      path: route,
      access,
      scope: this.findScope(method, route, access),
      status: readMetadata<number | undefined>(HTTP_CODE_METADATA, handler) ?? (method === 'post' ? 201 : 200),
      ...options,
      hasMarkdown: markdown !== null,
      contentType: findContentType(handler),
      redirects: readMetadata(REDIRECT_METADATA, handler) !== undefined,
      storesResponses: !ownIdempotency && acceptsIdempotencyKey(method, access),
      guards: [controller, handler].flatMap(listGuards),
      inputs: listInputs(controller, name),
    };
  }

  /** Only a token is limited to scopes. */
  private findScope(method: string, route: string, access: Endpoint['access']): Endpoint['scope'] {
    if (access !== 'bearer' && access !== 'stream') return null;
    const scope = this.routeScopes.handler(method.toUpperCase(), route);
    return scope === 'none' ? null : scope;
  }
}

const DEFAULT_OPTIONS: EndpointOptions = {
  alwaysJson: false,
  anyAccept: false,
  errorFormat: null,
  csvColumns: null,
  streamExample: null,
  requiresRecentSignIn: false,
  ownIdempotency: false,
  isBrowserOnly: false,
  markdown: null,
};

/** The options of a route that the document tells apart; it has others besides. */
function readOptions(handler: Handler): EndpointOptions {
  const own = readMetadata<Partial<EndpointOptions> | undefined>(FASTIFY_ROUTE_CONFIG_METADATA, handler) ?? {};
  const names = Object.keys(DEFAULT_OPTIONS) as (keyof EndpointOptions)[];
  return Object.fromEntries(names.map((name) => [name, own[name] ?? DEFAULT_OPTIONS[name]])) as EndpointOptions;
}

/** A change that is asked for with credentials in the head. */
const acceptsIdempotencyKey = (method: string, access: Endpoint['access']): boolean =>
  method === 'post' && (access === 'bearer' || access === 'client');

function findContentType(handler: Handler): string | null {
  const headers =
    readMetadata<readonly { name: string; value: unknown }[] | undefined>(HEADERS_METADATA, handler) ?? [];
  const value = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  return typeof value === 'string' ? value : null;
}

/** A guard is given as a class, or as an object made with its message. */
const listGuards = (target: object): readonly string[] =>
  (readMetadata<readonly (object | { name: string })[] | undefined>(GUARDS_METADATA, target) ?? []).map((guard) =>
    typeof guard === 'function' ? guard.name : guard.constructor.name,
  );

function listInputs(controller: ControllerClass, name: string): readonly EndpointInput[] {
  type Argument = Readonly<{ index: number; data?: string; pipes?: readonly unknown[] }>;
  const routeArguments = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Readonly<
    Record<string, Argument>
  >;
  const inputs = Object.entries(routeArguments).flatMap(([place, { index, data, pipes = [] }]): EndpointInput[] => {
    const from = INPUT_SOURCES[place.split(':')[0] ?? ''];
    return from ? [{ index, from, name: data ?? null, ...readPipeSchema(pipes) }] : [];
  });
  return inputs.sort((one, other) => one.index - other.index);
}

/** A pipe may carry the schema of what it lets through as a static `schema`; Nest's own for integers is known. */
function readPipeSchema(pipes: readonly unknown[]): Pick<EndpointInput, 'integer' | 'schema'> {
  const classes = pipes.map(
    (pipe) =>
      (typeof pipe === 'function' ? pipe : (pipe as object).constructor) as {
        name: string;
        schema?: EndpointInput['schema'];
      },
  );
  return {
    integer: classes.some((pipe) => pipe.name === 'ParseIntPipe'),
    schema: Object.assign({}, ...classes.map(({ schema }) => schema ?? {})) as EndpointInput['schema'],
  };
}

// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- reads better than ten casts
const readMetadata = <Value>(key: string, target: object): Value => Reflect.getMetadata(key, target) as Value;

const joinPaths = (...parts: readonly string[]): string =>
  `/${parts
    .flatMap((part) => part.split('/'))
    .filter((part) => part !== '')
    .join('/')}`;

const toSortKey = ({ path, method }: Endpoint): string => `${path} ${method}`;
