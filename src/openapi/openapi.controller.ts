import { Controller, Get, Header, Headers, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { AlwaysJson, Compressible } from '../http/route-options.decorator.js';
import { DocumentService } from './document.service.js';

/** The API description for machines. */
@Controller()
@Access('none')
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
  @AlwaysJson()
  @Compressible()
  @Header('access-control-allow-origin', '*')
  @Header('cross-origin-resource-policy', 'cross-origin')
  @Header('cache-control', 'public, no-cache')
  getOpenApiDocument(
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Readonly<Record<string, unknown>> | undefined {
    const { document, text, etag } = this.documents.getDocument();
    reply.header('etag', etag);
    // A weak comparison (RFC 9110 §13.1.2) ignores the prefix before the quotes.
    if (ifNoneMatch !== '*' && ifNoneMatch?.includes(etag.slice(2)) !== true) {
      reply.type('application/json; charset=utf-8').serializer(() => text);
      return document;
    }
    reply.status(304);
    return undefined;
  }
}
