import { Controller, Get, Header, Headers, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { AlwaysJson, Compressible, ForAllRoutes } from '../http/route-options.decorator.js';
import { DocumentService, type RenderedDocument } from './document.service.js';

/** The API descriptions for machines. */
@Controller()
@Access('none')
@ForAllRoutes(
  AlwaysJson(),
  Compressible(),
  Header('access-control-allow-origin', '*'),
  Header('cross-origin-resource-policy', 'cross-origin'),
  Header('cache-control', 'public, no-cache'),
)
export class OpenapiController {
  constructor(private readonly documents: DocumentService) {}

  /**
   * Returns the OpenAPI 3.1 document of the service.
   *
   * Every origin may read it. A matching `If-None-Match` gets 304.
   *
   * @answer 304 The document still has this `ETag`.
   * @example {"openapi": "3.1.1", "info": {"title": "Kontor", "version": "1.0.0"}, "paths": {}}
   * @param ifNoneMatch The `ETag` of the description that the caller has, for example `"a6_EEyFe6ry_ZTqBYI8872"`.
   */
  @Get('openapi.json')
  getOpenApiDocument(
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Readonly<Record<string, unknown>> | undefined {
    return sendDocument(this.documents.getDocument(), ifNoneMatch, reply);
  }

  /**
   * Returns the AsyncAPI 3.0 document of the WebSockets.
   *
   * It describes the messages of `GET /marketdata/stream` and `GET /orderactions/stream`. Every origin may read it. A
   * matching `If-None-Match` gets 304.
   *
   * @answer 304 The document still has this `ETag`.
   * @example {"asyncapi": "3.0.0", "info": {"title": "Kontor streams", "version": "1.0.0"}, "channels": {}}
   * @param ifNoneMatch The `ETag` of the description that the caller has, for example `"a6_EEyFe6ry_ZTqBYI8872"`.
   */
  @Get('asyncapi.json')
  getAsyncApiDocument(
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Readonly<Record<string, unknown>> | undefined {
    return sendDocument(this.documents.getAsyncApi(), ifNoneMatch, reply);
  }
}

/** The document, or 304 for a caller who has it. */
function sendDocument<Document>(
  { document, text, etag }: RenderedDocument<Document>,
  ifNoneMatch: string | undefined,
  reply: FastifyReply,
): Document | undefined {
  reply.header('etag', etag);
  // A weak comparison (RFC 9110 §13.1.2) ignores the prefix before the quotes.
  if (ifNoneMatch !== '*' && ifNoneMatch?.includes(etag.slice(2)) !== true) {
    reply.type('application/json; charset=utf-8').serializer(() => text);
    return document;
  }
  reply.status(304);
  return undefined;
}
