import { type ExampleRequest, hasFormBody, listFormFields, toRequestPath, usesToken } from './example-request.js';

/** The request as a Python program that needs nothing but the standard library. It reads token and API key from the environment. */
export function formatPython(request: ExampleRequest, baseUrl: string, hasJsonAnswer: boolean): string {
  const { method, access, body } = request;
  const isForm = hasFormBody(request);
  const headers = [
    '"Accept": "application/json"',
    ...toCredential(access),
    ...(body && !isForm ? [`"Content-Type": ${JSON.stringify(body.contentType)}`] : []),
    ...(access === 'none' ? [] : ['"Prefer": "status=401"']),
  ];
  const print = hasJsonAnswer ? 'json.load(response)' : 'response.read().decode()';
  return [
    ...listImports(request, hasJsonAnswer),
    '',
    'request = Request(',
    `    ${JSON.stringify(baseUrl + toRequestPath(request))},`,
    ...(method === 'GET' ? [] : [`    method=${JSON.stringify(method)},`]),
    '    headers={',
    ...headers.map((header) => `        ${header},`),
    '    },',
    ...(body && !isForm ? [`    data=json.dumps(${formatLiteral(body.example, '    ')}).encode(),`] : []),
    ...(isForm
      ? [`    data=urlencode(${formatLiteral(Object.fromEntries(listFormFields(request)), '    ')}).encode(),`]
      : []),
    ')',
    'with urlopen(request) as response:',
    `    print(${print})`,
  ].join('\n');
}

function listImports(request: ExampleRequest, hasJsonAnswer: boolean): readonly string[] {
  const { access, body } = request;
  const isForm = hasFormBody(request);
  return [
    ...(access === 'client' ? ['import base64'] : []),
    ...(hasJsonAnswer || (body && !isForm) ? ['import json'] : []),
    ...(access === 'none' ? [] : ['import os']),
    ...(isForm ? ['from urllib.parse import urlencode'] : []),
    'from urllib.request import Request, urlopen',
    ...(access === 'client' ? ['', `key = f"{os.environ['CLIENT_ID']}:{os.environ['CLIENT_SECRET']}"`] : []),
  ];
}

function toCredential(access: string): readonly string[] {
  if (usesToken(access)) return [`"Authorization": f"Bearer {os.environ['TOKEN']}"`];
  return access === 'client' ? ['"Authorization": f"Basic {base64.b64encode(key.encode()).decode()}"'] : [];
}

const CONSTANTS: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
]);

/** Texts and numbers of JSON are literals of Python; its three constants have names of their own. */
function formatLiteral(value: unknown, indent: string): string {
  const inner = `${indent}    `;
  if (Array.isArray(value))
    return value.length === 0
      ? '[]'
      : `[\n${value.map((one) => `${inner}${formatLiteral(one, inner)},\n`).join('')}${indent}]`;
  if (typeof value !== 'object' || value === null) return CONSTANTS.get(value) ?? JSON.stringify(value);
  const fields = Object.entries(value);
  return fields.length === 0
    ? '{}'
    : `{\n${fields.map(([name, one]) => `${inner}${JSON.stringify(name)}: ${formatLiteral(one, inner)},\n`).join('')}${indent}}`;
}
