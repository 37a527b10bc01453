import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { isForBrowser, respondsWithPage } from '../../http/accept.js';
import { parsePairCursor, toPage } from '../../http/paging.js';
import { parseSort } from '../../database/sorting.js';
import { CsvDownload, HtmlPage } from '../../http/route-options.decorator.js';
import { AccountAccessService } from '../account-access.service.js';
import { MarketMakerFilterService } from '../market-maker-filter.service.js';
import { POSITION_COLUMNS, type PositionView, toPositionPageViews } from './position.view.js';
import { PositionQuestion } from './positions.dto.js';
import { positionsPage } from './positions.page.js';
import { PositionsService } from './positions.service.js';

@Controller('positions')
export class PositionsController {
  constructor(
    private readonly positions: PositionsService,
    private readonly access: AccountAccessService,
    private readonly marketMaker: MarketMakerFilterService,
  ) {}

  /**
   * Lists positions with their current values.
   *
   * Positions of the accounts that the caller may view. A flat position is listed if it has trades since its reference position,
   * or if that reference was not flat. `Link` has the next page.
   */
  @Get()
  @HtmlPage(positionsPage, { htmlPageSize: 50, allowEmptyQuery: true })
  @CsvDownload(POSITION_COLUMNS)
  async listPositions(
    @CurrentActor() actor: Actor,
    @Query() query: PositionQuestion,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PositionView[]> {
    const { per_page: size, cursor, instrument_id: instrumentIds } = query;
    const place = cursor === undefined ? null : parsePairCursor(cursor);
    const sort = parseSort(query.sort);
    // In a sorted list a cursor counts the rows of the pages before.
    const [after, offset] = sort === null ? [place, 0] : [null, place?.[0] ?? 0];
    const filter = { size: size + 1, after, offset, sort, acctIds: query.acct_id, instrumentIds };
    const end = offset + size;
    const isNarrowed = query.acct_id !== undefined || query.account !== undefined;
    const question = { choice: query.market_maker, isForBrowser: isForBrowser(request), isNarrowed };
    const { leftOut, offered } = await this.marketMaker.find(actor, question);
    const positions = await this.positions.list(actor, filter, { account: query.account, leftOut });
    const page = toPage(positions, query, {
      reply,
      getId: ({ acctId, instrumentId }) => (sort === null ? [acctId, instrumentId] : [end, end]),
    });
    const acctIds = respondsWithPage(request) ? page.map(({ acctId }) => acctId) : [];
    const bars = acctIds.length === 0 ? new Map() : await this.access.findBars(actor, acctIds);
    return toPositionPageViews(page, { bars, marketMaker: offered });
  }
}
