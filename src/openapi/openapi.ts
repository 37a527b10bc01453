import type { Schema } from './contract.js';

export type Reference = Readonly<{ $ref: string }>;

export type Parameter = Readonly<{
  name: string;
  in: string;
  description: string;
  required: boolean;
  deprecated?: boolean;
  schema: Schema;
  example?: unknown;
}>;
export type Media = Readonly<{ schema: Schema; example?: unknown }>;

export type OpenApiResponse = Readonly<{
  description: string;
  headers?: Readonly<Record<string, unknown>>;
  content?: Readonly<Record<string, Media>>;
  'x-empty'?: true;
}>;

export type Operation = Readonly<{
  operationId: string;
  tags: readonly [string];
  summary: string;
  description?: string;
  deprecated?: true;
  'x-browser-only'?: true;
  security: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly (Parameter | Reference)[];
  requestBody?: Readonly<{ required: boolean; content: Readonly<Record<string, Media>> }>;
  responses: Readonly<Record<string, OpenApiResponse | Reference>>;
}>;

export type OpenApi = Readonly<{
  openapi: string;
  info: Readonly<Record<string, unknown>>;
  servers: readonly Readonly<{ url: string; description: string }>[];
  tags: readonly Readonly<{ name: string; description: string }>[];
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: Readonly<{
    schemas: Readonly<Record<string, Schema>>;
    responses: Readonly<Record<string, OpenApiResponse>>;
    parameters: Readonly<Record<string, Parameter>>;
    headers: Readonly<Record<string, unknown>>;
    securitySchemes: Readonly<Record<string, Schema>>;
  }>;
}>;

/** What the document says about the parameters of each endpoint. */
export type ParameterDocument = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Pick<Operation, 'parameters'>>>>>;
  components: Pick<OpenApi['components'], 'schemas'>;
}>;
