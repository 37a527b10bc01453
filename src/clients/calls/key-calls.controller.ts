import { Controller, Get, Header, Param, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import { Config } from '../../config/config.js';
import { PathObject } from '../../http/path-object.guard.js';
import { toListRange, toPage } from '../../http/paging.js';
import { BrowserOnly, CsvDownload, ForAllRoutes, HtmlPage } from '../../http/route-options.decorator.js';
import { findGrantsInEffect } from '../grant-types.js';
import { type KeyCallView, toKeyCallView, type KeyCallsView, toKeyCallsView } from '../pages/key-pages.view.js';
import { KeyCallsQuestion, ShownCallsQuestion } from '../client-keys.dto.js';
import { type CallsOfKey, KeyCallsService } from './key-calls.service.js';
import { clientRequestsPage, keyCallsPage } from './key-calls.page.js';
import { KeyOwnerGuard, type OwnedKey } from '../key-owner.guard.js';

/** The last requests of a key for its owner, as a list and as a page. */
@Controller()
@UseGuards(KeyOwnerGuard)
@ForAllRoutes(Header('cache-control', 'no-store'))
export class KeyCallsController {
  constructor(
    private readonly calls: KeyCallsService,
    private readonly config: Config,
  ) {}

  /**
   * Lists the last requests of an API key, newest first.
   *
   * Includes rejected requests with their response. The last 200 are kept, and the last 50 without proof of the secret.
   * `Link` has the next page.
   *
   * @param clientId The client id of the key.
   */
  @Get('oauth/client/:client_id/requests')
  @HtmlPage(clientRequestsPage)
  @CsvDownload(['at', 'method', 'route', 'path', 'status', 'milliseconds', 'code', 'request_id', 'is_proven'])
  async listClientRequests(
    @Param('client_id') clientId: string,
    @PathObject() key: OwnedKey,
    @Query() question: KeyCallsQuestion,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<KeyCallView[]> {
    return (await this.listCalls(key, question, reply)).map(toKeyCallView);
  }

  /**
   * Shows the last requests of an API key.
   * @param clientId The client id of the key.
   */
  @Get('profile/keys/:client_id/requests')
  @Access('session')
  @BrowserOnly()
  @HtmlPage(keyCallsPage)
  async showClientRequests(
    @Param('client_id') clientId: string,
    @PathObject() key: OwnedKey,
    @Query() question: ShownCallsQuestion,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<KeyCallsView> {
    const calls = await this.listCalls(key, question, reply);
    return toKeyCallsView(key, findGrantsInEffect(key.grantTypes, this.config), calls.map(toKeyCallView));
  }

  private async listCalls(key: OwnedKey, question: KeyCallsQuestion, reply: FastifyReply): Promise<CallsOfKey> {
    const { size, after: before } = toListRange(question);
    const calls = await this.calls.list(key, { size, before, outcome: question.outcome });
    return toPage(calls, question, { reply, getId: ({ id }) => id });
  }
}
