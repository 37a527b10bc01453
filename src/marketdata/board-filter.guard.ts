import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { respondsWithPage } from '../http/accept.js';
import { InvalidRequestError } from '../http/invalid-request-error.js';
import { parseId } from '../http/wire-values.js';

/** The search of the board's page. */
export type BoardFilter = Readonly<{ groupId: number | undefined; search: string | undefined; page: number }>;

declare module 'fastify' {
  interface FastifyRequest {
    boardFilter?: BoardFilter;
  }
}

const SEARCH_MAX = 100;
/** Pages of the board. */
const BOARD_PAGES = [1, 2] as const;

/**
 * Removes the fields of the page's search form from the query. Programs name instruments and have lists for finding
 * them; for programs these fields stay unknown, because the DTO does not have them.
 */
export class BoardFilterGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!respondsWithPage(request)) return true;
    const {
      product_group_id: group = '',
      search = '',
      page = '1',
      ...rest
    } = request.query as Readonly<Record<string, unknown>>;
    request.query = rest;
    request.boardFilter = {
      groupId: group === '' ? undefined : parseGroupId(group),
      search: parseSearch(search),
      page: parsePage(page),
    };
    return true;
  }
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
