import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { type Contract, readContract } from './contract.js';
import { openApi } from './document.js';
import { DoorsService } from './doors.service.js';
import type { OpenApi } from './openapi.js';

export type Written = Readonly<{ document: OpenApi; text: string; etag: string }>;

/** The description of the running service, put together at the first question and kept. */
@Injectable()
export class DocumentService {
  readonly contract: Contract = readContract();
  private kept: Written | undefined;

  constructor(
    private readonly doors: DoorsService,
    private readonly config: Config,
  ) {}

  written(): Written {
    this.kept ??= this.write();
    return this.kept;
  }

  private write(): Written {
    const document = openApi(this.doors.list(), this.contract, this.config.baseUrl);
    const text = JSON.stringify(document);
    return { document, text, etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
  }
}
