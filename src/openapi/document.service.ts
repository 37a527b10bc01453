import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Hook } from '../access/hook.js';
import { Config } from '../config/config.js';
import { type AsyncApi, type Contract, readContract } from './contract.js';
import { buildAsyncApiDocument, buildOpenApiDocument, buildParameterDocument } from './document.js';
import { EndpointsService } from './endpoints.service.js';
import type { ExampleClient, TrialKeyForm } from './examples.js';
import type { OpenApi, ParameterDocument } from './openapi.js';

export type RenderedDocument<Document> = Readonly<{ document: Document; text: string; etag: string }>;

/** The OpenAPI and AsyncAPI documents of the running service, built at the first request and cached. */
@Injectable()
export class DocumentService {
  readonly contract: Contract = readContract();
  /** Finds the key that examples name for a user; the module that keeps keys registers. */
  readonly exampleClients = Hook.required<(userId: number) => Promise<ExampleClient | null>>();
  /** The form for users without a key; the same module registers. */
  readonly trialKeyForm = Hook.required<() => TrialKeyForm>();
  private cachedDocument: RenderedDocument<OpenApi> | undefined;
  private cachedAsyncApi: RenderedDocument<AsyncApi> | undefined;

  constructor(
    private readonly endpoints: EndpointsService,
    private readonly config: Config,
  ) {}

  getDocument(): RenderedDocument<OpenApi> {
    return (this.cachedDocument ??= render(
      buildOpenApiDocument(this.endpoints.list(), this.contract, this.config.baseUrl),
    ));
  }

  getAsyncApi(): RenderedDocument<AsyncApi> {
    const { contract, config } = this;
    return (this.cachedAsyncApi ??= render(buildAsyncApiDocument(contract, config.baseUrl)));
  }

  getParameters(): ParameterDocument {
    return buildParameterDocument(this.endpoints.list(), this.contract);
  }
}

function render<Document>(document: Document): RenderedDocument<Document> {
  const text = JSON.stringify(document);
  return { document, text, etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
}
