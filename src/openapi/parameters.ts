/** The parameters of an operation: in its path, in its query, and as headers. */
import type { ContractOperation, Schema } from './contract.js';
import type { Endpoint } from './endpoint.js';
import { createExample, resolveSchema } from './examples.js';
import type { Parameter } from './openapi.js';

/** The two halves of an endpoint: its route in the service, and its description in the source. */
export type DocumentedEndpoint = Readonly<{ endpoint: Endpoint; source: ContractOperation }>;

/** Headers that many endpoints share are defined once. */
const commonHeaders: readonly Readonly<{ appliesTo: (endpoint: Endpoint) => boolean; header: Parameter }>[] = [
  {
    appliesTo: ({ access }) => access !== 'none',
    header: {
      name: 'Prefer',
      in: 'header',
      description: 'With `status=401` a missing or wrong authorization is answered by 401 instead of 303.',
      required: false,
      schema: { type: 'string' },
      example: 'status=401',
    },
  },
  {
    appliesTo: ({ storesResponses }) => storesResponses,
    header: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Makes it safe to send the request again: for 72 hours, a copy under the same key is answered like the first, with `Idempotent-Replayed: true`, also when the service was killed in between.',
      required: false,
      schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
      example: '3f0c1a52-8d0e-4a5b-9a52-5f1f5a0f8f2e',
    },
  },
];

/** References to the shared headers of an endpoint. */
export const toCommonReferences = (endpoint: Endpoint): Readonly<{ $ref: string }>[] =>
  commonHeaders
    .filter(({ appliesTo }) => appliesTo(endpoint))
    .map(({ header }) => ({ $ref: `#/components/parameters/${toKey(header)}` }));

export function toCommonParameters(documented: readonly DocumentedEndpoint[]): Record<string, Parameter> {
  const usedHeaders = commonHeaders.filter(({ appliesTo }) => documented.some(({ endpoint }) => appliesTo(endpoint)));
  return Object.fromEntries(usedHeaders.map(({ header }) => [toKey(header), header]));
}

const toKey = ({ name }: Parameter): string => name.replace('-', '');

/** A DTO in query or path is one parameter per field. */
export function toParameters(
  { endpoint, source }: DocumentedEndpoint,
  shapes: Readonly<Record<string, Schema>>,
): Parameter[] {
  return endpoint.inputs
    .filter(({ from }) => from !== 'body')
    .flatMap((input) => {
      const { from, name, integer } = input;
      const { description = '', schema = {} } = source.parameters[input.index] ?? {};
      if (name === null) return toFieldParameters(schema, from, shapes);
      const narrowed = { ...schema, ...(integer && { type: 'integer' }), ...input.schema };
      return [
        toParameter(
          name,
          from,
          { ...(description && { description }), ...narrowed },
          { required: from === 'path', shapes },
        ),
      ];
    });
}

/** A DTO with a single field is described once, at the class. */
function toFieldParameters(schema: Schema, from: string, shapes: Readonly<Record<string, Schema>>): Parameter[] {
  const shape = resolveSchema(schema, shapes) ?? schema;
  const required = (shape['required'] ?? []) as readonly string[];
  const fields = Object.entries((shape['properties'] ?? {}) as Record<string, Schema>);
  const explained = fields.length === 1 ? { description: shape['description'] } : {};
  return fields.map(([name, fieldSchema]) =>
    toParameter(
      name,
      from,
      { ...explained, ...fieldSchema },
      { required: from === 'path' || required.includes(name), shapes },
    ),
  );
}

function toParameter(
  name: string,
  place: string,
  { description, ...schema }: Schema,
  { required, shapes }: { required: boolean; shapes: Readonly<Record<string, Schema>> },
): Parameter {
  return {
    name,
    in: place,
    description: typeof description === 'string' ? description : '',
    required,
    schema,
    example: createExample(schema, shapes, name),
  };
}
