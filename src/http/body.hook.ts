import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toJsonPointer } from '../errors/field-names.js';
import { FORM_TYPE, FormSyntaxError, isFormContentType, parseForm } from './form.js';
import {
  FormInsteadOfJsonError,
  MalformedBodyError,
  MalformedJsonError,
  UnsupportedMediaTypeError,
} from './http-errors.js';
import { InvalidRequestError } from './invalid-request-error.js';
import { limits } from './limits.js';
import { parseBoundary, parseMultipart } from './multipart.js';
import { StrictJsonError, parseStrictJson } from './strict-json.js';

/** The supported bodies: JSON and forms; forms with a file at routes that accept one. Everything else is 415. */
export class BodyParsers {
  attach(fastify: FastifyInstance): void {
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
      completeParsing(done, () =>
        request.method === 'DELETE' && body.length === 0
          ? undefined
          : parseJsonBody(decodeBody(request, body), request.routeOptions.config.listField),
      );
    });
    const form = { parseAs: 'buffer', bodyLimit: limits.formBytes } as const;
    fastify.addContentTypeParser(FORM_TYPE, form, (request, body: Buffer, done) => {
      completeParsing(done, () =>
        parseFormBody(decodeBody(request, body), request.routeOptions.config.multiValueFields),
      );
    });
    fastify.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
      completeParsing(done, () => parseMultipartBody(request, body));
    });
    fastify.addHook('onRoute', (route) => {
      if (route.config?.bodyBytes !== undefined) route.bodyLimit = route.config.bodyBytes;
    });
  }

  /** A compressed body is not decompressed: its size would no longer limit the work. */
  onRequest({ headers }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
    const encoding = headers['content-encoding'];
    if (encoding === undefined || encoding === 'identity') done();
    else done(new UnsupportedMediaTypeError('The body must not have a Content-Encoding.'));
  }
}

/** The limit of a route: its own, or the default of the kind of body. */
export function getBodyLimit({ routeOptions, headers }: FastifyRequest): number {
  const defaultLimit = isFormContentType(headers['content-type']) ? limits.formBytes : limits.bodyBytes;
  return routeOptions.config.bodyBytes ?? defaultLimit;
}

function completeParsing(done: (error: Error | null, body?: unknown) => void, read: () => unknown): void {
  let body: unknown;
  try {
    body = read();
  } catch (error) {
    done(error as Error);
    return;
  }
  done(null, body);
}

function decodeBody(request: FastifyRequest, body: Buffer): string {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(request.headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset)) throw new UnsupportedMediaTypeError(`The body must be UTF-8, not ${charset}.`);
  if (!isUtf8(body)) throw new MalformedBodyError('The body is not valid UTF-8.');
  return body.toString();
}

function parseJsonBody(text: string, listField: string | undefined): unknown {
  try {
    return parseStrictJson(text);
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    const { pointer, message, isSyntaxError } = error;
    if (isSyntaxError) throw new MalformedJsonError(pointer, message);
    const hint = listField !== undefined && /^\s*\[/.test(text) ? `; send a list as {"${listField}": […]}` : '';
    throw new InvalidRequestError([{ pointer, message: `${message}${hint}` }]);
  }
}

/** JSON sent as a form is mostly parsed as one odd field; an unparsable form that looks like JSON gets that error. */
function parseFormBody(text: string, multiValueFields: readonly string[] | undefined): unknown {
  try {
    return parseAsForm(() => parseForm(text, 'single', multiValueFields));
  } catch (error) {
    throw /^\s*[{[]/.test(text) ? new FormInsteadOfJsonError() : error;
  }
}

function parseMultipartBody({ routeOptions, headers }: FastifyRequest, body: Buffer): unknown {
  if (routeOptions.config.takesFile !== true) throw new UnsupportedMediaTypeError();
  const boundary = parseBoundary(headers['content-type'] ?? '');
  if (boundary === null) throw new UnsupportedMediaTypeError('multipart/form-data needs a boundary.');
  return parseAsForm(() => parseMultipart(body, boundary));
}

function parseAsForm(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FormSyntaxError)) throw error;
    throw new InvalidRequestError([
      { pointer: error.field === '' ? '' : toJsonPointer(error.field), message: error.message },
    ]);
  }
}
