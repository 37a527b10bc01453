import { type ExampleRequest, hasFormBody, listFormFields, toRequestPath, usesToken } from './example-request.js';

/** The request as a TypeScript program for Node or a browser bundle. It reads token and API key from the environment. */
export function formatTypeScript(request: ExampleRequest, baseUrl: string, hasJsonAnswer: boolean): string {
  const { method, body } = request;
  const isForm = hasFormBody(request);
  const headers = [
    'Accept: "application/json"',
    ...toCredential(request.access),
    ...(body && !isForm ? [`"Content-Type": ${JSON.stringify(body.contentType)}`] : []),
    ...(request.access === 'none' ? [] : ['Prefer: "status=401"']),
  ];
  return [
    `const response = await fetch(${JSON.stringify(baseUrl + toRequestPath(request))}, {`,
    ...(method === 'GET' ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(headers.length === 1
      ? [`  headers: { ${headers.join('')} },`]
      : ['  headers: {', ...headers.map((header) => `    ${header},`), '  },']),
    ...(body && !isForm ? [`  body: JSON.stringify(${formatLiteral(body.example)}),`] : []),
    ...(isForm ? [`  body: new URLSearchParams(${formatLiteral(Object.fromEntries(listFormFields(request)))}),`] : []),
    '});',
    'if (!response.ok) throw new Error(await response.text());',
    `console.log(await response.${hasJsonAnswer ? 'json' : 'text'}());`,
  ].join('\n');
}

function toCredential(access: string): readonly string[] {
  if (usesToken(access)) return ['Authorization: `Bearer ${process.env.TOKEN}`'];
  return access === 'client'
    ? ['Authorization: `Basic ${btoa(`${process.env.CLIENT_ID}:${process.env.CLIENT_SECRET}`)}`']
    : [];
}

/** JSON is a literal of TypeScript; names that need no quotes have none. */
const formatLiteral = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replaceAll('\n', '\n  ');
