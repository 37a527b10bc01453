import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { getsJson, getsPage } from '../http/accept.js';
import { InvalidRequest } from '../http/invalid-request.js';
import { AlsoCsv, ShownBy } from '../http/shown-by.decorator.js';
import { written } from '../http/written-answer.js';
import { InstrumentsService } from '../instruments/instruments.service.js';
import { type BoardItems, boardPage, type Named } from './board.page.js';
import { BoardsService } from './boards.service.js';
import { MarketDataQuestion } from './market-data.dto.js';
import { BOARD_SIDES, DEPTH_SIDES, itemOf, type MarketSide } from './market-item.js';
import { MARKET_COLUMNS, type MarketItemView, marketItemView } from './market-item.view.js';
import { INSTRUMENTS_ON_A_PAGE, LEVELS_MAX } from './market-limits.js';
import { MarketTexts } from './market-texts.js';

@Controller('marketdata')
export class MarketDataController {
  private readonly texts = new MarketTexts();

  constructor(
    private readonly boards: BoardsService,
    private readonly instruments: InstrumentsService,
  ) {}

  /**
   * Shows the market of some instruments at this moment.
   *
   * One item for each side, in the order asked: the instruments in theirs, the sides of each in theirs. What is absent has no item. `Buy` and
   * `Sell` are the best price and all that stands there, `Last` is the last trade, `High` and `Low` are the extremes of the session's trades,
   * `Volume` is what was traded in the session, without a price. `seq` counts the changes of an instrument's board.
   */
  @Get()
  @ShownBy(boardPage)
  @AlsoCsv(MARKET_COLUMNS)
  async show(
    @CurrentActor() actor: Actor,
    @Query() question: MarketDataQuestion,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MarketItemView[]> {
    const { instrument_ids: ids, sides = BOARD_SIDES, include_depth: depth = 0 } = question;
    if (ids === undefined) {
      // A person who comes from a link has not chosen yet; a program has forgotten to, in whichever form it wants its answer.
      if (actor.clientId === null && getsPage(request)) return this.board(actor, question);
      throw refused('instrument_ids', 'instrument_ids is missing: name at least one instrument');
    }
    if (ids.length * depth > LEVELS_MAX) throw refused('include_depth', `include_depth times the number of instruments must be at most ${LEVELS_MAX}`);
    if (getsPage(request)) return this.board(actor, question);
    if (getsJson(request)) return written(reply, await this.boards.look(actor, ids, (instruments) => this.texts.of(question, instruments, { sides, depth })));
    return this.items(actor, ids, question);
  }

  /** Whoever looks with a browser and names no instrument gets some to choose from. */
  private async board(actor: Actor, question: MarketDataQuestion): Promise<BoardItems> {
    const { instrument_ids: ids } = question;
    const listed = ids === undefined ? await this.someInstruments(actor) : await this.instruments.named(actor, ids);
    const instruments = listed.map(({ id, symbol }) => ({ id, symbol }));
    return Object.assign(await this.items(actor, ids ?? instruments.map(({ id }) => id), question), { instruments });
  }

  private async someInstruments(actor: Actor): Promise<readonly Named[]> {
    const listed = await this.instruments.list(actor, { size: INSTRUMENTS_ON_A_PAGE, after: null, statuses: ['Open', 'Halted'] });
    return listed.map(({ instrument }) => instrument);
  }

  private items(actor: Actor, ids: readonly number[], { sides, include_depth: depth = 0 }: MarketDataQuestion): Promise<MarketItemView[]> {
    const sought: readonly MarketSide[] = [...(sides ?? BOARD_SIDES), ...(depth === 0 ? [] : DEPTH_SIDES)];
    return this.boards.look(actor, ids, (instruments) => instruments.flatMap((instrument) => sought.flatMap((side) => itemOf(instrument, side, depth) ?? [])).map(marketItemView));
  }
}

const refused = (pointer: string, message: string): InvalidRequest => new InvalidRequest([{ pointer, message }], 'query');
