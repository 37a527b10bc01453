import { type ExampleRequest, hasFormBody, listFormFields, toRequestPath } from './example-request.js';

/** The request as a shell command with `$BASE` and, where needed, `$TOKEN` or the API key. */
export function formatCurl(request: ExampleRequest): string {
  const { method, access, body } = request;
  const isForm = hasFormBody(request);
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$BASE${toRequestPath(request)}"`,
    "-H 'Accept: application/json'",
    ...(credentials[access] ?? []),
    ...(body && !isForm
      ? [`-H 'Content-Type: ${body.contentType}'`, `-d ${quoteForShell(formatJson(body.example))}`]
      : []),
    ...(body && isForm
      ? listFormFields(request).map(([name, value]) => `--data-urlencode ${quoteForShell(`${name}=${value}`)}`)
      : []),
  ];
  return lines.join(' \\\n  ');
}

/** The same for a WebSocket, which curl does not open. wss where the service has https. */
export const formatWebSocketCommand = (request: ExampleRequest): string =>
  `npx wscat -H "Authorization: Bearer $TOKEN" \\\n  -c "ws\${BASE#http}${toRequestPath(request)}"`;

/** With it, missing or wrong authorization is a 401, whether the reader's client follows redirects or not. */
const PLAIN_401 = "-H 'Prefer: status=401'";

const credentials: Readonly<Record<string, readonly string[]>> = {
  bearer: [PLAIN_401, '-H "Authorization: Bearer $TOKEN"'],
  stream: ['-N', PLAIN_401, '-H "Authorization: Bearer $TOKEN"'],
  client: [PLAIN_401, '-u "$CLIENT_ID:$CLIENT_SECRET"'],
};

/** On one line while that is short enough to read. */
function formatJson(value: unknown): string {
  const line = JSON.stringify(value);
  return line.length <= LINE_LENGTH ? line : JSON.stringify(value, null, 2);
}

const LINE_LENGTH = 60;

/** Quotes any text for a POSIX shell. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
