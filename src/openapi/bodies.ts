import type { ContractDoor, Schema } from './contract.js';
import type { Door } from './door.js';
import { exampleOf, referred } from './examples.js';
import type { Media } from './openapi.js';

type Shapes = Readonly<Record<string, Schema>>;

const form = 'application/x-www-form-urlencoded';

/** What a door takes, by content type. Where RFC 6749 has a say it is a form alone; where JSON is taken, a form of texts is too. */
export function bodyOf(door: Door, said: ContractDoor, shapes: Shapes): Readonly<Record<string, Media>> | undefined {
  const schema = schemaOf(door, said);
  if (schema === undefined) return undefined;
  const takes = door.failsAs ? form : said.takes;
  const flat = takes === form ? undefined : flatForm(referred(schema, shapes) ?? schema);
  return { [takes]: media(schema, shapes), ...(flat && { [form]: media(flat, shapes) }) };
}

function schemaOf(door: Door, said: ContractDoor): Schema | undefined {
  const bodies = door.inputs.filter(({ from }) => from === 'body');
  const whole = bodies.find(({ name }) => name === null);
  if (bodies.length === 0) return undefined;
  if (whole) return said.parameters[whole.index]?.schema ?? {};
  const properties = Object.fromEntries(
    bodies.map(({ name, index, schema }) => [name ?? '', { ...said.parameters[index]?.schema, ...schema }]),
  );
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** A form carries texts and nothing else: the fields of a shape that are texts, unless it insists on one that is not. */
function flatForm({ properties = {}, required = [] }: Schema): Schema | undefined {
  const texts = Object.entries(properties as Record<string, Schema>).filter(([, { type }]) => type === 'string');
  const names = new Set(texts.map(([name]) => name));
  const needed = required as readonly string[];
  if (names.size === 0 || !needed.every((name) => names.has(name))) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(texts),
    ...(needed.length > 0 && { required: needed }),
    additionalProperties: false,
  };
}

const media = (schema: Schema, shapes: Shapes): Media => ({ schema, example: exampleOf(schema, shapes) });
