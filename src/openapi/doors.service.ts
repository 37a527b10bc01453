import { Injectable } from '@nestjs/common';
import {
  HEADERS_METADATA,
  HTTP_CODE_METADATA,
  METHOD_METADATA,
  PATH_METADATA,
  REDIRECT_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import { Access } from '../access/access.decorator.js';
import type { Door, DoorInput } from './door.js';

type Handler = (...inputs: readonly unknown[]) => unknown;
type Controller = abstract new (...inputs: never[]) => object;

type Signs = Pick<
  Door,
  'alwaysJson' | 'anyAccept' | 'failsAs' | 'csvColumns' | 'streamExample' | 'requiresRecentSignIn'
> &
  Readonly<{ knowsCopies: boolean }>;

/** Nest's numbers for methods and for the places an argument comes from. */
const methods = ['get', 'post', 'put', 'delete', 'patch', 'all', 'options', 'head'] as const;
const places: Readonly<Record<string, DoorInput['from']>> = { 3: 'body', 4: 'query', 5: 'path', 6: 'header' };

/** Finds every door of the running service by what its decorators left behind. */
@Injectable()
export class DoorsService {
  private found: readonly Door[] | null = null;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  /** Looked for once: a running service neither opens nor closes doors. */
  list(): readonly Door[] {
    this.found ??= this.discovery
      .getControllers()
      .flatMap(({ metatype }) => this.doorsOf(metatype as Controller))
      .sort((one, other) => (key(one) < key(other) ? -1 : 1));
    return this.found;
  }

  private doorsOf(controller: Controller): Door[] {
    const prototype = controller.prototype as Record<string, Handler>;
    return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name];
      const paths = handler && read<string | string[] | undefined>(PATH_METADATA, handler);
      if (!handler || paths === undefined) return [];
      return [paths].flat().map((path) => this.door(controller, handler, { name, path }));
    });
  }

  private door(controller: Controller, handler: Handler, { name, path }: { name: string; path: string }): Door {
    const method = methods[read<number>(METHOD_METADATA, handler)] ?? 'get';
    const { knowsCopies, ...signs } = signsOf(handler);
    const access = this.reflector.getAllAndOverride(Access, [handler, controller]) ?? 'bearer';
    return {
      handler: `${controller.name}.${name}`,
      method,
      path: joined(read<string>(PATH_METADATA, controller), path),
      access,
      status: read<number | undefined>(HTTP_CODE_METADATA, handler) ?? (method === 'post' ? 201 : 200),
      ...signs,
      contentType: contentTypeOf(handler),
      redirects: read(REDIRECT_METADATA, handler) !== undefined,
      keepsAnswers: !knowsCopies && isForPrograms(method, access),
      inputs: inputsOf(controller, name),
    };
  }
}

function signsOf(handler: Handler): Signs {
  const {
    alwaysJson = false,
    anyAccept = false,
    failsAs = null,
    csvColumns = null,
    streamExample = null,
    requiresRecentSignIn = false,
    knowsCopies = false,
  } = read<Partial<Signs> | undefined>(FASTIFY_ROUTE_CONFIG_METADATA, handler) ?? {};
  return { alwaysJson, anyAccept, failsAs, csvColumns, streamExample, requiresRecentSignIn, knowsCopies };
}

/** A change that is asked for with credentials in the head. */
const isForPrograms = (method: string, access: Door['access']): boolean =>
  method === 'post' && (access === 'bearer' || access === 'client');

function contentTypeOf(handler: Handler): string | null {
  const headers = read<readonly { name: string; value: unknown }[] | undefined>(HEADERS_METADATA, handler) ?? [];
  const value = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  return typeof value === 'string' ? value : null;
}

function inputsOf(controller: Controller, name: string): readonly DoorInput[] {
  type Argument = Readonly<{ index: number; data?: string; pipes?: readonly unknown[] }>;
  const found = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Readonly<
    Record<string, Argument>
  >;
  const inputs = Object.entries(found).flatMap(([place, { index, data, pipes = [] }]): DoorInput[] => {
    const from = places[place.split(':')[0] ?? ''];
    return from ? [{ index, from, name: data ?? null, ...constraintOf(pipes) }] : [];
  });
  return inputs.sort((one, other) => one.index - other.index);
}

/** A pipe may carry the schema of what it lets through as a static `schema`; Nest's own for integers is known. */
function constraintOf(pipes: readonly unknown[]): Pick<DoorInput, 'integer' | 'schema'> {
  const classes = pipes.map(
    (pipe) =>
      (typeof pipe === 'function' ? pipe : (pipe as object).constructor) as {
        name: string;
        schema?: DoorInput['schema'];
      },
  );
  return {
    integer: classes.some((pipe) => pipe.name === 'ParseIntPipe'),
    schema: Object.assign({}, ...classes.map(({ schema }) => schema ?? {})) as DoorInput['schema'],
  };
}

// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- reads better than ten casts
const read = <Value>(what: string, of: object): Value => Reflect.getMetadata(what, of) as Value;

const joined = (...parts: readonly string[]): string =>
  `/${parts
    .flatMap((part) => part.split('/'))
    .filter((part) => part !== '')
    .join('/')}`;

const key = ({ path, method }: Door): string => `${path} ${method}`;
