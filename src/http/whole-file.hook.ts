import type { FastifyRequest } from 'fastify';
import { CSV_TYPE } from './csv.js';
import { FILE_ROWS_MAX } from './download.js';

/** Says of a request that it is a part of a file: it is answered by its own rows alone. Whoever sends it from outside gets that, and nothing else. */
const PART = 'kontor-part';

export const isPart = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => headers[PART] !== undefined;

/** What follows the rows of the first answer, without the line of titles. `isAll` is false where something is left. */
type Rest = Readonly<{ lines: string; rows: number; isAll: boolean }>;

/**
 * A file has all rows and not a page of them: the pages that follow are asked for one after another, each as the request that it would be if a person asked for it. It is
 * admitted, counted and cut by the same rules, and between two of them everybody else has their turn. Where one is refused, the file ends.
 */
export async function restOf(request: FastifyRequest, first: Readonly<{ rows: number; next: string | null }>): Promise<Rest> {
  const lines: string[] = [];
  let { rows, next } = first;
  while (next !== null && rows < FILE_ROWS_MAX) {
    const part = await partAt(request, next);
    if (part === null) break;
    lines.push(part.lines);
    rows += part.rows;
    next = part.next;
  }
  return { lines: lines.join(''), rows, isAll: next === null };
}

async function partAt({ server, headers, socket }: FastifyRequest, address: string) {
  const remoteAddress = socket.remoteAddress ?? '127.0.0.1';
  const { statusCode, body, headers: said } = await server.inject({ method: 'GET', url: `${address}&_as=csv`, headers: { ...headers, [PART]: '1' }, remoteAddress });
  if (statusCode !== 200 || said['content-type'] !== CSV_TYPE) return null;
  return { lines: body.slice(body.indexOf('\r\n') + 2), rows: Number(said[ROWS]), next: nextIn(said.link) };
}

/** How many rows an answer has, for whoever puts parts together: a line is not a row where a cell has a line break. */
export const ROWS = 'kontor-rows';

/** The address behind `rel="next"` in a `Link` header (RFC 8288). */
export function nextIn(link: unknown): string | null {
  return (typeof link === 'string' && /<([^>]*)>;\s*rel="next"/.exec(link)?.[1]) || null;
}
