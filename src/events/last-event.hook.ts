import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventFeedService } from './event-feed.service.js';

/** Notes the last published event before anything is read for the response, so that a page continues from there. */
@Injectable()
export class LastEvent {
  constructor(private readonly feed: EventFeedService) {}

  onRequest(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
    request.lastEventSeq = this.feed.lastEventSeq;
    done();
  }
}
