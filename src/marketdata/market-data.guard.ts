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

export const createInvalidParameter = (pointer: string, message: string): InvalidRequestError =>
  new InvalidRequestError([{ pointer, message }], 'query');

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
      throw createInvalidParameter('instrument_ids', 'instrument_ids is missing: name at least one instrument');
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
    throw createInvalidParameter('product_group_id', 'product_group_id must be the number of a product group');
  return id;
}

function parseSort(text: unknown): BoardSort {
  const sort = parseBoardSort(text);
  if (sort === null)
    throw createInvalidParameter(
      'sort',
      `sort must be one of ${BOARD_SORT_FIELDS.join(', ')}, or one of them with - before it`,
    );
  return sort;
}

function parsePage(page: unknown): number {
  const number = BOARD_PAGES.find((known) => String(known) === page);
  if (number === undefined) throw createInvalidParameter('page', `page must be one of ${BOARD_PAGES.join(', ')}`);
  return number;
}

function parseSearch(search: unknown): string | undefined {
  const text = typeof search === 'string' ? search.trim() : null;
  if (text === null || text.length > SEARCH_MAX)
    throw createInvalidParameter('search', `search must be one text of at most ${SEARCH_MAX} characters`);
  return text === '' ? undefined : text;
}
