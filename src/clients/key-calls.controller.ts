import { Controller, Get, Header, Param, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Config } from '../config/config.js';
import { parseCursor, formatNextLink, toPageSlice } from '../http/paging.js';
import { CsvDownload, BrowserOnly, HtmlPage } from '../http/route-options.decorator.js';
import { findGrantsInEffect } from './grant-types.js';
import { type KeyCallView, toKeyCallView, type KeyCallsView, toKeyCallsView } from './key-pages.view.js';
import { KeyCallsQuestion, ShownCallsQuestion } from './client-keys.dto.js';
import { type CallsOfKey, KeyCallsService } from './key-calls.service.js';
import { keyCallsPage } from './key-calls.page.js';
import { KeyOwnerGuard, type OwnedKey, OwnKey } from './key-owner.guard.js';

/** The last requests of a key for its owner, as a list and as a page. */
@Controller()
@UseGuards(KeyOwnerGuard)
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
  @CsvDownload(['at', 'method', 'route', 'path', 'status', 'milliseconds', 'code', 'request_id', 'is_proven'])
  @Header('cache-control', 'no-store')
  async listClientRequests(
    @Param('client_id') clientId: string,
    @OwnKey() key: OwnedKey,
    @Query() question: KeyCallsQuestion,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<KeyCallView[]> {
    const { calls, next } = await this.listCalls(key, question);
    if (next !== null) reply.header('link', formatNextLink(reply.request.url, next));
    return calls.map(toKeyCallView);
  }

  /**
   * Shows the last requests of an API key.
   * @param clientId The client id of the key.
   */
  @Get('profile/keys/:client_id/requests')
  @Access('session')
  @BrowserOnly()
  @HtmlPage(keyCallsPage)
  @Header('cache-control', 'no-store')
  async showClientRequests(
    @Param('client_id') clientId: string,
    @OwnKey() key: OwnedKey,
    @Query() question: ShownCallsQuestion,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<KeyCallsView> {
    const { calls, next } = await this.listCalls(key, question);
    if (next !== null) reply.header('link', formatNextLink(reply.request.url, next));
    return toKeyCallsView(key, findGrantsInEffect(key.grantTypes, this.config), calls.map(toKeyCallView));
  }

  private async listCalls(
    key: OwnedKey,
    { per_page: size, cursor, outcome }: KeyCallsQuestion,
  ): Promise<Readonly<{ calls: CallsOfKey; next: number | null }>> {
    const before = cursor === undefined ? null : parseCursor(cursor);
    const calls = await this.calls.list(key, { size: size + 1, before, outcome });
    const { rows, next } = toPageSlice(calls, size);
    return { calls: rows, next };
  }
}
