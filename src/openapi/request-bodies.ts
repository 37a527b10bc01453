import { FORM_TYPE } from '../http/form.js';
import type { ContractOperation, Schema } from './contract.js';
import type { Endpoint } from './endpoint.js';
import { createExample, resolveSchema } from './examples.js';
import type { Media } from './openapi.js';

type ComponentSchemas = Readonly<Record<string, Schema>>;

/** The bodies of an endpoint, by content type. Where RFC 6749 applies it is a form alone; where JSON is accepted, a form of texts is too. */
export function toRequestContent(
  endpoint: Endpoint,
  source: ContractOperation,
  shapes: ComponentSchemas,
): Readonly<Record<string, Media>> | undefined {
  const schema = toBodySchema(endpoint, source);
  if (schema === undefined) return undefined;
  const contentType = endpoint.errorFormat ? FORM_TYPE : source.contentType;
  const formSchema = contentType === FORM_TYPE ? undefined : toFormSchema(resolveSchema(schema, shapes) ?? schema);
  return { [contentType]: toMedia(schema, shapes), ...(formSchema && { [FORM_TYPE]: toMedia(formSchema, shapes) }) };
}

function toBodySchema(endpoint: Endpoint, source: ContractOperation): Schema | undefined {
  const bodies = endpoint.inputs.filter(({ from }) => from === 'body');
  const wholeBody = bodies.find(({ name }) => name === null);
  if (bodies.length === 0) return undefined;
  if (wholeBody) return source.parameters[wholeBody.index]?.schema ?? {};
  const properties = Object.fromEntries(
    bodies.map(({ name, index, schema }) => [name ?? '', { ...source.parameters[index]?.schema, ...schema }]),
  );
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** A form carries texts and nothing else: the fields of a shape that are texts, unless it insists on one that is not. */
function toFormSchema({ properties = {}, required = [] }: Schema): Schema | undefined {
  const texts = Object.entries(properties as Record<string, Schema>).filter(([, { type }]) => type === 'string');
  const names = new Set(texts.map(([name]) => name));
  const requiredNames = required as readonly string[];
  if (names.size === 0 || !requiredNames.every((name) => names.has(name))) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(texts),
    ...(requiredNames.length > 0 && { required: requiredNames }),
    additionalProperties: false,
  };
}

const toMedia = (schema: Schema, shapes: ComponentSchemas): Media => ({
  schema,
  example: createExample(schema, shapes),
});
