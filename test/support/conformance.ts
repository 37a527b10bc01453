import { isDeepStrictEqual } from 'node:util';
import { DiscoveryService } from '@nestjs/core';
import type { LightMyRequestResponse } from 'fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { readContract } from '../../src/openapi/contract.js';
import { buildOpenApiDocument } from '../../src/openapi/document.js';
import { EndpointsService } from '../../src/openapi/endpoints.service.js';
import { validator } from './schema-validator.js';

/* eslint-disable @typescript-eslint/no-explicit-any -- a description is walked as plain data */
type Json = Readonly<Record<string, any>>;

export type Exchange = Readonly<{
  method: string;
  url: string;
  response: Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'>;
}>;

/**
 * Holds real answers against the description: the status, the content type and, where it is JSON, every field must be
 * documented. Gives what is wrong, or null. Endpoints that only a test brings along are nobody's business.
 */
export function conformance(document: Json): (exchange: Exchange) => string | null {
  const strict = closed(document) as Json;
  const holds = validator(strict);
  const sites = Object.entries<Json>(strict['paths'])
    .map(([path, methods]) => ({ path, methods, pattern: patternOf(path) }))
    .sort((one, other) => braces(one.path) - braces(other.path));
  return ({ method, url, response }) => {
    const bare = decoded(url.split('?', 1)[0] ?? '').replace(/(?<=.)\/$/, '');
    if (method === 'OPTIONS') return null;
    const operation = sites.find(({ pattern, methods }) => pattern.test(bare) && methodOf(method) in methods)?.methods[
      methodOf(method)
    ];
    if (operation === undefined) return findUndocumentedEndpoint(bare, response.statusCode);
    if (operation.tags[0] === 'unknown') return null;
    const fault = faultOf(operation, strict, holds, { method, response });
    return fault === null
      ? null
      : `${method} ${url} answered ${String(response.statusCode)}: ${fault} (see /docs/operations/${String(operation.operationId)})`;
  };
}

const known: { controllers: readonly unknown[]; faultOf: ReturnType<typeof conformance> }[] = [];

/**
 * Holds the answers of a test app against the description that it would give. That depends on nothing but its controllers, but for
 * examples, and takes a quarter of a second to read: test apps with the same controllers share it.
 */
export function conformanceOf(
  app: NestFastifyApplication,
  describe: ((document: Json) => Json) | null,
): ReturnType<typeof conformance> {
  const written = (): Json =>
    buildOpenApiDocument(app.get(EndpointsService).list(), readContract(), 'http://127.0.0.1:3000');
  if (describe) return conformance(describe(written()));
  const discovery = app.get(DiscoveryService, { strict: false });
  const controllers = discovery.getControllers().map(({ metatype }) => metatype);
  const kept = known.find((one) => isDeepStrictEqual(one.controllers, controllers))?.faultOf;
  if (kept) return kept;
  const faultOf = conformance(written());
  known.push({ controllers, faultOf });
  return faultOf;
}

const methodOf = (method: string): string => (method === 'HEAD' ? 'get' : method.toLowerCase());

const braces = (path: string): number => path.split('{').length;

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** The router reads addresses decoded; one that cannot be is no endpoint. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Whatever succeeds is an endpoint. Files of the pages are none, and refusals before routing have none. */
function findUndocumentedEndpoint(path: string, status: number): string | null {
  return status < 300 && !/^\/assets\/|^\/favicon[.]ico$/.test(path)
    ? `${path} answered ${status} and is not described`
    : null;
}

function faultOf(
  operation: Json,
  document: Json,
  holds: ReturnType<typeof validator>,
  { method, response }: Pick<Exchange, 'method' | 'response'>,
): string | null {
  const given = operation['responses'][response.statusCode];
  if (given === undefined) return `the status is not described, only ${Object.keys(operation['responses']).join(', ')}`;
  const { content = {} }: Json = given.$ref
    ? document['components'].responses[String(given.$ref).slice('#/components/responses/'.length)]
    : given;
  const kinds = Object.keys(content);
  if (response.body === '') return method === 'HEAD' || mayBeEmpty(given, kinds) ? null : 'the body is empty';
  const [type = ''] = String(response.headers['content-type']).split(';', 1);
  if (!kinds.includes(type)) return `the content type ${type} is not described, only ${kinds.join(', ')}`;
  return type.endsWith('json') ? badBody(holds(content[type].schema, JSON.parse(response.body))) : null;
}

/** A form that went well and a login that is required have one status, and only one of them has something to say. */
const mayBeEmpty = (given: Json, kinds: readonly string[]): boolean => kinds.length === 0 || given['x-empty'] === true;

const badBody = (faults: readonly string[]): string | null =>
  faults.length > 0 ? `the body is not as described: ${faults.join('; ')}` : null;

/** A caller must ignore fields that it does not know; a test must not. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, name === 'example' ? value : closed(value)]),
  );
  return copy['type'] === 'object' && copy['properties'] !== undefined && copy['additionalProperties'] === undefined
    ? { ...copy, additionalProperties: false }
    : copy;
}
