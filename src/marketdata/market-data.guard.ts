import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { respondsWithPage } from '../http/accept.js';
import { InvalidRequestError } from '../http/invalid-request-error.js';
import { parseId } from '../http/wire-values.js';
import { BOARD_SORT_FIELDS, type BoardSort, parseBoardSort } from './board-sorting.js';

/** The search of the board's page, and its order. */
export type BoardFilter = Readonly<{
  groupId: number | undefined;
  search: string | undefined;
  page: number;
  sort: BoardSort | null;
}>;

declare module 'fastify' {
  interface FastifyRequest {
    boardFilter?: BoardFilter;
  }
}

const SEARCH_MAX = 100;
/** Pages of the board. */
const BOARD_PAGES = [1, 2] as const;

/**
 * Admits programs to the instruments that they name, and a signed-in browser to the whole board as well. Every caller
 * with the scope may name any instrument; BoardsService rejects unknown ones.
 */
export class MarketDataGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const isPage = respondsWithPage(request);
    const query = request.query as Readonly<Record<string, unknown>>;
    if (query['instrument_ids'] === undefined && !(isPage && request.actor?.clientId === null))
      throw new InvalidRequestError(
        [{ pointer: 'instrument_ids', message: 'instrument_ids is missing: name at least one instrument' }],
        'query',
      );
    if (isPage) takeBoardFilter(request, query);
    return true;
  }
}

/** The fields of the page's search form are no parameters of the endpoint: programs have lists for finding instruments. */
function takeBoardFilter(request: FastifyRequest, query: Readonly<Record<string, unknown>>): void {
  const { product_group_id: group = '', search = '', page = '1', sort = '', ...rest } = query;
  request.query = rest;
  request.boardFilter = {
    groupId: group === '' ? undefined : parseGroupId(group),
    search: parseSearch(search),
    page: parsePage(page),
    sort: sort === '' ? null : parseSort(sort),
  };
}

function parseGroupId(group: unknown): number {
  const id = parseId(group);
  if (id === null)
    throw new InvalidRequestError(
      [{ pointer: 'product_group_id', message: 'product_group_id must be the number of a product group' }],
      'query',
    );
  return id;
}

function parseSort(text: unknown): BoardSort {
  const sort = parseBoardSort(text);
  if (sort === null)
    throw new InvalidRequestError(
      [
        {
          pointer: 'sort',
          message: `sort must be one of ${BOARD_SORT_FIELDS.join(', ')}, or one of them with - before it`,
        },
      ],
      'query',
    );
  return sort;
}

function parsePage(page: unknown): number {
  const number = BOARD_PAGES.find((known) => String(known) === page);
  if (number === undefined)
    throw new InvalidRequestError(
      [{ pointer: 'page', message: `page must be one of ${BOARD_PAGES.join(', ')}` }],
      'query',
    );
  return number;
}

function parseSearch(search: unknown): string | undefined {
  const text = typeof search === 'string' ? search.trim() : null;
  if (text === null || text.length > SEARCH_MAX)
    throw new InvalidRequestError(
      [{ pointer: 'search', message: `search must be one text of at most ${SEARCH_MAX} characters` }],
      'query',
    );
  return text === '' ? undefined : text;
}
