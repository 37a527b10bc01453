import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { respondsWithJson, respondsWithPage } from '../http/accept.js';
import { SignedInUserResolver } from '../http/signed-in-user.hook.js';
import { DocumentService } from './document.service.js';
import { DocumentationViews } from './documentation-views.provider.js';
import type { ExampleClient } from './examples.js';
import { attachReader } from './reader.js';

/** Adds to a view what its page shows besides. */
@Injectable()
export class DocumentationReaders {
  constructor(
    private readonly documents: DocumentService,
    private readonly views: DocumentationViews,
    private readonly signedInUsers: SignedInUserResolver,
  ) {}

  async attach<View extends object>(view: View, request: FastifyRequest, reply: FastifyReply): Promise<View> {
    if (respondsWithJson(request)) return view;
    const exampleClient = await this.findExampleClient(request, reply);
    const trialKeyForm = this.documents.trialKeyForm.handler();
    return attachReader(view, { ...this.views.getContents(), exampleClient, trialKeyForm });
  }

  /** Programs see no key; only a session identifies the reader. */
  private async findExampleClient(request: FastifyRequest, reply: FastifyReply): Promise<ExampleClient | null> {
    if (!respondsWithPage(request) || request.headers.cookie === undefined) return null;
    const signedInUser = await this.signedInUsers.resolve(request, reply);
    return signedInUser ? this.documents.exampleClients.handler(signedInUser.userId) : null;
  }
}
