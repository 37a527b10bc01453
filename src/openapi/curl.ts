/** The facts of a request for a command line. */
export type CurlRequest = Readonly<{
  method: string;
  path: string;
  access: string;
  query: readonly Readonly<{ name: string; value: unknown }>[];
  body: Readonly<{ contentType: string; example: unknown }> | null;
}>;

/** The request as a shell command with `$BASE` and, where needed, `$TOKEN` or the API key. */
export function formatCurl({ method, path, access, query, body }: CurlRequest): string {
  const parameters = query.flatMap(({ name, value }) =>
    [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(String(one))}`),
  );
  const address = `"$BASE${path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}"`;
  const isForm = body?.contentType === 'application/x-www-form-urlencoded';
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${address}`,
    "-H 'Accept: application/json'",
    ...(credentials[access] ?? []),
    ...(body && !isForm
      ? [`-H 'Content-Type: ${body.contentType}'`, `-d ${quoteForShell(JSON.stringify(body.example))}`]
      : []),
    ...(body && isForm
      ? Object.entries(body.example as object).map(
          ([name, value]) => `--data-urlencode ${quoteForShell(`${name}=${formatFieldText(value)}`)}`,
        )
      : []),
  ];
  return lines.join(' \\\n  ');
}

/** With it, missing or wrong authorization is a 401, whether the reader's client follows redirects or not. */
const PLAIN_401 = "-H 'Prefer: status=401'";

const credentials: Readonly<Record<string, readonly string[]>> = {
  bearer: [PLAIN_401, '-H "Authorization: Bearer $TOKEN"'],
  stream: ['-N', PLAIN_401, '-H "Authorization: Bearer $TOKEN"'],
  client: [PLAIN_401, '-u "$CLIENT_ID:$CLIENT_SECRET"'],
};

/** A form has nothing but texts. */
export const formatFieldText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

/** Quotes any text for a POSIX shell. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
