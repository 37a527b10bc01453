import { Controller, Get, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { VenueClock } from '../clock/venue-clock.service.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { getsJson, getsPage } from '../http/accept.js';
import { InvalidRequest } from '../http/invalid-request.js';
import { AlsoTable, ShownBy } from '../http/shown-by.decorator.js';
import { written } from '../http/written-answer.js';
import { type ListedInstrument, InstrumentsService } from '../instruments/instruments.service.js';
import { ProductGroupsService } from '../instruments/product-groups.service.js';
import { type BoardChoice, BoardChoices } from './board-choice.guard.js';
import { type BoardItems, boardPage } from './board.page.js';
import { BoardsService } from './boards.service.js';
import { listedView } from './listed.view.js';
import { MarketDataQuestion } from './market-data.dto.js';
import { BOARD_SIDES, DEPTH_SIDES, itemOf, type MarketSide } from './market-item.js';
import { MARKET_COLUMNS, type MarketItemView, marketItemView } from './market-item.view.js';
import { INSTRUMENTS_MAX, LEVELS_MAX } from './market-limits.js';
import { MarketTexts } from './market-texts.js';
import { standingOf } from './standing.js';

/** What can be chosen from on the page: a venue has some dozens. */
const GROUPS_MAX = 200;
/** Lines that a page of the board is sent with: two pages have all that one question may name, and each of them is light. */
const LINES = INSTRUMENTS_MAX / 2;

@Controller('marketdata')
export class MarketDataController {
  private readonly texts = new MarketTexts();

  constructor(
    private readonly boards: BoardsService,
    private readonly instruments: InstrumentsService,
    private readonly groups: ProductGroupsService,
    private readonly clock: VenueClock,
  ) {}

  /**
   * Shows the market of some instruments at this moment.
   *
   * One item for each side, in the order asked: the instruments in theirs, the sides of each in theirs. What is absent has no item. `Buy` and
   * `Sell` are the best price and all that stands there, `Last` is the last trade, `High` and `Low` are the extremes of the session's trades,
   * `Volume` is what was traded in the session, without a price. `seq` counts the changes of an instrument's board.
   */
  @Get()
  @UseGuards(BoardChoices)
  @ShownBy(boardPage)
  @AlsoTable(MARKET_COLUMNS)
  async show(
    @CurrentActor() actor: Actor,
    @Query() question: MarketDataQuestion,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MarketItemView[]> {
    const { instrument_ids: ids, sides = BOARD_SIDES, include_depth: depth = 0 } = question;
    if (ids === undefined) {
      // A person who comes from a link has not chosen yet; a program has forgotten to, in whichever form it wants its answer.
      if (actor.clientId === null && getsPage(request)) return this.board(actor, question, request.boardChoice);
      throw refused('instrument_ids', 'instrument_ids is missing: name at least one instrument');
    }
    if (ids.length * depth > LEVELS_MAX)
      throw refused('include_depth', `include_depth times the number of instruments must be at most ${LEVELS_MAX}`);
    if (getsPage(request)) return this.board(actor, question, request.boardChoice);
    if (getsJson(request))
      return written(
        reply,
        await this.boards.look(actor, ids, (instruments) => this.texts.of(question, instruments, { sides, depth })),
      );
    return this.items(actor, ids, question);
  }

  /** Whoever looks with a browser and names no instrument gets those that trade, as far as they fit what is looked for. */
  private async board(actor: Actor, question: MarketDataQuestion, choice?: BoardChoice): Promise<BoardItems> {
    const { instrument_ids: ids } = question;
    const [found, groups] = await Promise.all([
      this.listed(actor, ids, choice),
      this.groups.list(actor, { size: GROUPS_MAX, after: null }),
    ]);
    const isCut = ids === undefined && found.length > INSTRUMENTS_MAX;
    const all = inTheirGroups(found.slice(0, INSTRUMENTS_MAX));
    const isSecond = choice?.page === 2;
    const chosen = isSecond ? all.slice(LINES) : all.slice(0, LINES);
    const others = isSecond ? { count: Math.min(LINES, all.length), page: 1 } : { count: all.length - LINES, page: 2 };
    const standings = await this.boards.lookAtKnown(
      actor,
      chosen.map(({ instrument }) => instrument.id),
      (known) => new Map(known.map((one) => [one.id, standingOf(one)])),
    );
    const now = this.clock.now();
    const listed = chosen.flatMap((one) => {
      const standing = standings.get(one.instrument.id);
      return standing === undefined ? [] : [listedView(one, standing, now)];
    });
    const items = await this.items(actor, ids ?? listed.map(({ id }) => id), question);
    return Object.assign(items, {
      listed,
      choice: {
        groups: groups.map(({ group: { id, name } }) => ({ id, name })),
        isCut,
        others: others.count > 0 ? others : null,
      },
    });
  }

  private listed(
    actor: Actor,
    ids: readonly number[] | undefined,
    choice: BoardChoice | undefined,
  ): Promise<ListedInstrument[]> {
    const everything = { size: INSTRUMENTS_MAX + 1, after: null, groupId: choice?.groupId, search: choice?.search };
    return this.instruments.list(
      actor,
      ids === undefined ? { ...everything, statuses: ['Open', 'Halted'] } : { ...everything, ids },
    );
  }

  private items(
    actor: Actor,
    ids: readonly number[],
    { sides, include_depth: depth = 0 }: MarketDataQuestion,
  ): Promise<MarketItemView[]> {
    const sought: readonly MarketSide[] = [...(sides ?? BOARD_SIDES), ...(depth === 0 ? [] : DEPTH_SIDES)];
    return this.boards.look(actor, ids, (instruments) =>
      instruments
        .flatMap((instrument) => sought.flatMap((side) => itemOf(instrument, side, depth) ?? []))
        .map(marketItemView),
    );
  }
}

/** Group by group and product by product, the contract that expires first at the top. */
function inTheirGroups(listed: readonly ListedInstrument[]): ListedInstrument[] {
  const expiry = ({ instrument }: ListedInstrument): number => instrument.expiresAt?.getTime() ?? Infinity;
  const nearest = (one: ListedInstrument, other: ListedInstrument): number =>
    expiry(one) === expiry(other) ? one.instrument.id - other.instrument.id : expiry(one) - expiry(other);
  return [...listed].sort(
    (one, other) => one.group.id - other.group.id || one.product.id - other.product.id || nearest(one, other),
  );
}

const refused = (pointer: string, message: string): InvalidRequest =>
  new InvalidRequest([{ pointer, message }], 'query');
