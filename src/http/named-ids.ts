import type { NamedIds, NamedField } from '../access/name-directory.js';
import { parseId, isId } from './wire-values.js';

/** Fields with ids that have names. */
const FIELDS: ReadonlySet<string> = new Set<NamedField>([
  'instrument_id',
  'acct_id',
  'product_id',
  'product_group_id',
  'user_id',
]);
/** Other names of these fields; in a query, several ids may be under a plural name. */
const FIELD_ALIASES: Readonly<Record<string, NamedField>> = {
  instrument_ids: 'instrument_id',
  owner_id: 'user_id',
  posted_by: 'user_id',
  placed_by: 'actor_name',
  acting_user_id: 'actor_name',
};
/** Deeper than any view. */
const DEPTH_MAX = 8;

/** Names that every caller may see: instruments are public, account names are not. */
const PUBLIC_FIELDS: ReadonlySet<NamedField> = new Set<NamedField>(['instrument_id', 'product_id', 'product_group_id']);

/**
 * Ids in the response at any depth, and public ids of the query: an account is named only if the response has its id,
 * otherwise names could be found by guessing numbers.
 */
export function collectIds(views: readonly unknown[], queries: readonly unknown[] = []): NamedIds {
  const ids = new Map<NamedField, Set<number>>();
  for (const value of queries) collectFrom(value, ids, 0);
  for (const field of ids.keys()) if (!PUBLIC_FIELDS.has(field)) ids.delete(field);
  for (const value of views) collectFrom(value, ids, 0);
  return ids;
}

function collectFrom(value: unknown, ids: Map<NamedField, Set<number>>, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return;
  for (const [name, inner] of Object.entries(value)) {
    const field = FIELDS.has(name) ? (name as NamedField) : FIELD_ALIASES[name];
    if (field === undefined) collectFrom(inner, ids, depth + 1);
    else for (const one of [inner].flat()) addId(one, field, ids);
  }
}

function addId(value: unknown, field: NamedField, ids: Map<NamedField, Set<number>>): void {
  const id = isId(value) ? value : parseId(value);
  if (id === null) return;
  const known = ids.get(field);
  if (known === undefined) ids.set(field, new Set([id]));
  else known.add(id);
}
