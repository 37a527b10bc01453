import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Hook } from '../access/hook.js';
import { Config } from '../config/config.js';
import { type Contract, readContract } from './contract.js';
import { buildOpenApiDocument, buildParameterDocument } from './document.js';
import { EndpointsService } from './endpoints.service.js';
import type { ExampleClient } from './examples.js';
import type { OpenApi, ParameterDocument } from './openapi.js';

export type RenderedDocument = Readonly<{ document: OpenApi; text: string; etag: string }>;

/** The OpenAPI document of the running service, built at the first request and cached. */
@Injectable()
export class DocumentService {
  readonly contract: Contract = readContract();
  /** Finds the key that examples name for a user; the module that keeps keys registers. */
  readonly exampleClients = Hook.required<(userId: number) => Promise<ExampleClient | null>>();
  private cachedDocument: RenderedDocument | undefined;

  constructor(
    private readonly endpoints: EndpointsService,
    private readonly config: Config,
  ) {}

  getDocument(): RenderedDocument {
    this.cachedDocument ??= this.renderDocument();
    return this.cachedDocument;
  }

  getParameters(): ParameterDocument {
    return buildParameterDocument(this.endpoints.list(), this.contract);
  }

  private renderDocument(): RenderedDocument {
    const document = buildOpenApiDocument(this.endpoints.list(), this.contract, this.config.baseUrl);
    const text = JSON.stringify(document);
    return { document, text, etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
  }
}
