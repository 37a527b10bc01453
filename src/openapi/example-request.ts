import { FORM_TYPE } from '../http/form.js';

/** The facts of a request, from which its examples in all languages are written. */
export type ExampleRequest = Readonly<{
  method: string;
  path: string;
  access: string;
  query: readonly Readonly<{ name: string; value: unknown }>[];
  body: Readonly<{ contentType: string; example: unknown }> | null;
}>;

export const hasFormBody = ({ body }: ExampleRequest): boolean => body?.contentType === FORM_TYPE;

/** Path and query, as they are sent. */
export function toRequestPath({ path, query }: ExampleRequest): string {
  const parameters = query.flatMap(({ name, value }) =>
    [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(String(one))}`),
  );
  return `${path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`;
}

/** A form has nothing but texts. */
export const formatFieldText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

/** The fields of a form body. */
export const listFormFields = ({ body }: ExampleRequest): [name: string, value: string][] =>
  Object.entries(body?.example ?? {}).map(([name, value]) => [name, formatFieldText(value)]);

/** Whether the caller proves itself by an access token. */
export const usesToken = (access: string): boolean => access === 'bearer' || access === 'stream';
