import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pointerTo } from './field-names.js';
import { FORM_TYPE, FormRefused, isForm, parseForm } from './form.js';
import { FormInsteadOfJson, MalformedBody, MalformedJson, UnsupportedMediaType } from './http-errors.js';
import { InvalidRequest } from './invalid-request.js';
import { limits } from './limits.js';
import { boundaryIn, parseMultipart } from './multipart.js';
import { JsonRefused, parseStrictJson } from './strict-json.js';

/** The bodies that this service reads: JSON, and forms; forms with a file at the doors that take one. Everything else is 415. */
export function readBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    settle(done, () => (request.method === 'DELETE' && body.length === 0 ? undefined : json(textOf(request, body))));
  });
  const form = { parseAs: 'buffer', bodyLimit: limits.formBytes } as const;
  fastify.addContentTypeParser(FORM_TYPE, form, (request, body: Buffer, done) => {
    settle(done, () => fields(textOf(request, body), request.routeOptions.config.severally));
  });
  fastify.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    settle(done, () => parts(request, body));
  });
  fastify.addHook('onRoute', (route) => {
    if (route.config?.bodyBytes !== undefined) route.bodyLimit = route.config.bodyBytes;
  });
  fastify.addHook('onRequest', (request, _reply, done) => {
    const encoding = request.headers['content-encoding'];
    if (encoding === undefined || encoding === 'identity') done();
    else done(new UnsupportedMediaType('A body must arrive as it is, without Content-Encoding.'));
  });
}

/** What a door takes: what its sign says, or the usual for the kind of body. */
export function bodyLimitOf({ routeOptions, headers }: FastifyRequest): number {
  const usual = isForm(headers['content-type']) ? limits.formBytes : limits.bodyBytes;
  return routeOptions.config.bodyBytes ?? usual;
}

function settle(done: (error: Error | null, body?: unknown) => void, read: () => unknown): void {
  let body: unknown;
  try {
    body = read();
  } catch (error) {
    done(error as Error);
    return;
  }
  done(null, body);
}

function textOf(request: FastifyRequest, body: Buffer): string {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(request.headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset)) throw new UnsupportedMediaType(`The body must be UTF-8, not ${charset}.`);
  if (!isUtf8(body)) throw new MalformedBody('The body is not valid UTF-8.');
  return body.toString();
}

function json(text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error;
    const { pointer, message, syntax } = error;
    throw syntax ? new MalformedJson(pointer, message) : new InvalidRequest([{ pointer, message }]);
  }
}

/** JSON under the name of a form is mostly read as one odd field; what cannot be read so is named for what it is. */
function fields(text: string, severally: readonly string[] | undefined): unknown {
  try {
    return asForm(() => parseForm(text, 'single', severally));
  } catch (error) {
    throw /^\s*[{[]/.test(text) ? new FormInsteadOfJson() : error;
  }
}

function parts({ routeOptions, headers }: FastifyRequest, body: Buffer): unknown {
  if (routeOptions.config.takesFile !== true) throw new UnsupportedMediaType();
  const boundary = boundaryIn(headers['content-type'] ?? '');
  if (boundary === null) throw new UnsupportedMediaType('multipart/form-data needs a boundary.');
  return asForm(() => parseMultipart(body, boundary));
}

function asForm(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FormRefused)) throw error;
    throw new InvalidRequest([{ pointer: error.field === '' ? '' : pointerTo(error.field), message: error.message }]);
  }
}
