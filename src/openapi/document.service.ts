import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { type Contract, readContract } from './contract.js';
import { type ErrorView, errorViews } from './documentation.view.js';
import { openApi } from './document.js';
import { DoorsService } from './doors.service.js';
import type { OpenApi } from './openapi.js';

export type Written = Readonly<{ document: OpenApi; text: string; etag: string }>;

/** The description of the running service, put together at the first question and kept. */
@Injectable()
export class DocumentService {
  readonly contract: Contract = readContract();
  private kept: Written | undefined;
  private explained: ReadonlyMap<string, ErrorView> | undefined;

  constructor(
    private readonly doors: DoorsService,
    private readonly config: Config,
  ) {}

  written(): Written {
    this.kept ??= this.write();
    return this.kept;
  }

  /** Every failure by its code. Which endpoints answer with it is asked of the whole description, so once is enough. */
  errors(): ReadonlyMap<string, ErrorView> {
    this.explained ??= new Map(errorViews(this.contract, this.written().document).map((view) => [view.code, view]));
    return this.explained;
  }

  private write(): Written {
    const document = openApi(this.doors.list(), this.contract, this.config.baseUrl);
    const text = JSON.stringify(document);
    return { document, text, etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
  }
}
