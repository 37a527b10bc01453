import { Controller, Get, Param } from '@nestjs/common';
import { Access } from '../access/access.decorator.js';
import { Compressible, ShownBy } from '../http/shown-by.decorator.js';
import { DocumentService } from './document.service.js';
import { UnknownErrorCode, UnknownOperation } from './documentation-errors.js';
import { documentationPage } from './documentation.page.js';
import { type DocumentationView, documentationView, type ErrorView, errorViews, type OperationView, operationView } from './documentation.view.js';
import { errorCodePage, errorCodesPage } from './error-codes.page.js';
import { operationPage } from './operation.page.js';

/** The description of this service for readers. */
@Controller('docs')
@Access('none')
export class DocumentationController {
  constructor(private readonly documents: DocumentService) {}

  /** Lists every endpoint, room by room. */
  @Get()
  @ShownBy(documentationPage)
  @Compressible()
  list(): DocumentationView {
    return documentationView(this.documents.written().document);
  }

  /**
   * Explains one endpoint: parameters, body, answers and failures. The page lets a reader try it.
   *
   * @param operation The `operationId` of the endpoint, for example `openapi_describe`.
   */
  @Get('operations/:operation')
  @ShownBy(operationPage)
  @Compressible()
  explain(@Param('operation') operation: string): OperationView {
    const view = operationView(this.documents.written().document, operation);
    if (!view) throw new UnknownOperation(operation);
    return view;
  }

  /** Lists every failure by its code. */
  @Get('errors')
  @ShownBy(errorCodesPage)
  @Compressible()
  errors(): readonly ErrorView[] {
    return errorViews(this.documents.contract, this.documents.written().document);
  }

  /**
   * Explains one failure: what it means and what to do. The `type` of every problem leads here.
   *
   * @param code The `code` of the problem, for example `invalid_request`.
   */
  @Get('errors/:code')
  @ShownBy(errorCodePage)
  @Compressible()
  error(@Param('code') code: string): ErrorView {
    const view = this.errors().find((error) => error.code === code);
    if (!view) throw new UnknownErrorCode(code);
    return view;
  }
}
