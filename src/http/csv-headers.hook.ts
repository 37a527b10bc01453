import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NameViewer } from '../access/name-directory.js';
import { CSV_TYPE } from './csv.js';
import { isCsvDownload } from './csv-download.js';
import { addVary } from './accept.js';

/**
 * The headers of a CSV response. A link of a page gets a file named after its list; if rows are left, the name has
 * their number.
 */
export function setCsvHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { rows, isAll }: Readonly<{ rows: number; isAll: boolean }>,
): void {
  reply.type(CSV_TYPE).header('vary', addVary(reply.getHeader('vary'), 'Accept'));
  if (!isCsvDownload(request)) return;
  const name = new URL(request.url, 'http://here').pathname.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '');
  reply
    .header('content-disposition', `attachment; filename="${name}${isAll ? '' : `-first-${rows}-rows`}.csv"`)
    .header('vary', addVary(reply.getHeader('vary'), 'Cookie'));
}

/** The reader of the names. */
export const toNameReader = ({ actor }: FastifyRequest): NameViewer =>
  actor === undefined
    ? null
    : { userId: actor.userId, isAdministrator: actor.role === 'Admin' && actor.userId === actor.actingUserId };
