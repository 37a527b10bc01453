import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { DocumentService } from './document.service.js';
import {
  type DocumentationView,
  type GuideView,
  listPlaces,
  selectResources,
  toDocumentationView,
  toGuideView,
  type ChangeView,
  toChangeView,
  type ReferenceView,
  type ResourceReferenceView,
  type SearchResultView,
} from './documentation.view.js';
import { type ErrorView, toErrorViews } from './error-codes.view.js';
import { QUICK_START } from './markdown.js';
import { type OperationView, toOperationView } from './operation.view.js';
import type { Reader } from './reader.js';
import { SearchIndex } from './search-index.js';

/** The parts of the documentation, each made from the contract at its first request and kept. */
@Injectable()
export class DocumentationViews {
  readonly changes: readonly ChangeView[];
  private cachedOverview: DocumentationView | undefined;
  private cachedContents: Omit<Reader, 'exampleClient' | 'trialKeyForm'> | undefined;
  private cachedErrors: ReadonlyMap<string, ErrorView> | undefined;
  private cachedIndex: SearchIndex | undefined;

  constructor(
    private readonly documents: DocumentService,
    private readonly config: Config,
  ) {
    this.changes = documents.contract.changes.map(toChangeView);
  }

  getOverview(): DocumentationView {
    return (this.cachedOverview ??= toDocumentationView(
      this.documents.getDocument().document,
      this.documents.contract.guides,
    ));
  }

  /** What every page leads to. */
  getContents(): Omit<Reader, 'exampleClient' | 'trialKeyForm'> {
    return (this.cachedContents ??= this.buildContents());
  }

  getReference({ browserOnly }: Readonly<{ browserOnly: boolean }>): ReferenceView {
    const resources = selectResources(this.getOverview().rooms, { browserOnly });
    return browserOnly
      ? {
          title: 'Pages and forms',
          summary: 'What browsers of users request. Programs use the API instead.',
          resources,
        }
      : { title: 'API reference', summary: 'Every endpoint for programs, by resource.', resources };
  }

  /** Undefined if no endpoint for programs has this tag. */
  findResourceReference(name: string): ResourceReferenceView | undefined {
    const tag = this.getContents().resources.find((one) => one.name === name);
    const pages = this.getReference({ browserOnly: true }).resources.find((one) => one.name === name);
    const operations = tag?.operations.map((operation) => ({
      ...operation,
      description: this.findOperation(operation.operation_id)?.description ?? '',
    }));
    return tag && operations && { ...tag, operations, pages: pages?.operations ?? [] };
  }

  findGuide(name: string): GuideView | undefined {
    return toGuideView(this.documents.contract.guides, name, this.config.baseUrl);
  }

  findOperation(operationId: string): OperationView | undefined {
    return toOperationView(this.documents.getDocument().document, operationId);
  }

  /** By code. The list of endpoints of each comes from the whole document. */
  getErrors(): ReadonlyMap<string, ErrorView> {
    return (this.cachedErrors ??= new Map(
      toErrorViews(this.documents.contract, this.documents.getDocument().document).map((view) => [view.code, view]),
    ));
  }

  search(query: string): readonly SearchResultView[] {
    return (this.cachedIndex ??= this.buildIndex()).search(query);
  }

  private buildContents(): Omit<Reader, 'exampleClient' | 'trialKeyForm'> {
    const { guides, rooms: tags } = this.getOverview();
    const quickStart = this.findGuide(QUICK_START);
    if (!quickStart) throw new TypeError('The contract has no quick start');
    return { guides, resources: selectResources(tags, { browserOnly: false }), quickStart };
  }

  private buildIndex(): SearchIndex {
    const { guides } = this.documents.contract;
    const operations = listPlaces(this.documents.getDocument().document).flatMap(
      ({ operation }) => this.findOperation(operation.operationId) ?? [],
    );
    return new SearchIndex(
      guides.flatMap(({ name }) => this.findGuide(name) ?? []),
      operations,
      [...this.getErrors().values()],
      this.changes,
    );
  }
}
