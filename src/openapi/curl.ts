/** What a command line needs to know of a request. */
export type CurlRequest = Readonly<{
  method: string;
  path: string;
  access: string;
  query: readonly Readonly<{ name: string; value: unknown }>[];
  body: Readonly<{ contentType: string; example: unknown }> | null;
}>;

/** The request as a command to copy into a shell that knows `$BASE` and, where needed, `$TOKEN` or the API key. */
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

/** With it a missing or wrong authorization is a 401, whether or not the client that a reader makes of the command follows redirects. */
const PLAIN_401 = "-H 'Prefer: status=401'";

const credentials: Readonly<Record<string, readonly string[]>> = {
  bearer: [PLAIN_401, '-H "Authorization: Bearer $TOKEN"'],
  stream: ['-N', PLAIN_401, '-H "Authorization: Bearer $TOKEN"'],
  client: [PLAIN_401, '-u "$CLIENT_ID:$CLIENT_SECRET"'],
};

/** A form has nothing but texts. */
export const formatFieldText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

/** Safe in a POSIX shell whatever the text holds. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
