import { Client } from '../../clients/client.entity.js';
import { User } from '../../users/user.entity.js';
import { AccessToken, RefreshToken } from './token.entity.js';
import { TokenFamily } from './token-family.entity.js';

/** What MikroORM knows of an entity, as far as it is needed here. */
type TableMetadata = Readonly<{
  className: string;
  tableName: string;
  props: readonly Readonly<{ name: string; fieldNames: readonly string[] }>[];
}>;
type Metadata = Readonly<{ get: (entity: typeof TokenFamily) => TableMetadata }>;

const ENTITIES = new Map<string, unknown>(
  [AccessToken, RefreshToken, TokenFamily, Client, User].map((entity) => [entity.name, entity]),
);
const NAMES = [...ENTITIES.keys()].join('|');
const KEYWORDS: ReadonlySet<string> = new Set(['on', 'set', 'where', 'order', 'join']);

/**
 * Joins to the ids that `f` has the key `c`, its owner `o`, the user `u` of the tokens and the one who acts for them, `a`, if they may have
 * tokens: all are enabled, and only an administrator acts for another user. Every statement that issues or accepts a token asks this.
 */
export const JOIN_ENTITLED = `
    join Client c on c.clientId = f.client_id and c.enabled
    join User o on o.id = c.ownerId and o.enabled
    join User u on u.id = f.user_id and u.enabled
    join User a on a.id = f.acting_user_id and a.enabled and (a.id = u.id or a.role = 'Admin')`;

/**
 * Translates a statement that names entities and properties into the tables and columns of the metadata (decision 68):
 * `AccessToken t`, `t.familyId`, `AccessToken.familyId` without an alias, and the list of an `insert into AccessToken (…)`.
 * A name that the entity does not have fails at start-up.
 */
export function toTokenStatement(metadata: Metadata, text: string): string {
  const describe = (name: string): TableMetadata => metadata.get(ENTITIES.get(name) as typeof TokenFamily);
  const aliases = new Map<string, string>();
  for (const [, name = '', alias = ''] of text.matchAll(new RegExp(`\\b(${NAMES}) (\\w+)`, 'g')))
    if (!KEYWORDS.has(alias)) aliases.set(alias, name);
  return text
    .replace(
      new RegExp(`insert into (${NAMES}) \\(([^)]*)\\)`, 'g'),
      (_whole, name: string, list: string) =>
        `insert into ${name} (${list
          .split(', ')
          .map((property) => findColumn(describe(name), property))
          .join(', ')})`,
    )
    .replace(/\b([A-Za-z]+)\.([A-Za-z_]+)/g, (whole, owner: string, property: string) => {
      if (ENTITIES.has(owner)) return findColumn(describe(owner), property);
      const name = aliases.get(owner);
      return name === undefined ? whole : `${owner}.${findColumn(describe(name), property)}`;
    })
    .replace(new RegExp(`\\b(${NAMES})\\b`, 'g'), (name) => describe(name).tableName);
}

/** A fragment of another module has the names of columns already. */
function findColumn({ className, props }: TableMetadata, name: string): string {
  const property = props.find((one) => one.name === name || one.fieldNames.includes(name));
  const [column] = property?.fieldNames ?? [];
  if (column === undefined) throw new TypeError(`${className} has no property ${name}`);
  return column;
}
