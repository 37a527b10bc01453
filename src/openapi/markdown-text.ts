import type {
  DocumentationView,
  GuideView,
  OperationSummaryView,
  ReferenceView,
  ResourceReferenceView,
  SearchResultView,
} from './documentation.view.js';
import type { ErrorView } from './error-codes.view.js';
import type { FieldDescription } from './fields.js';
import { QUICK_START } from './markdown.js';
import type { OperationView } from './operation.view.js';
import { getReader } from './reader.js';
import { toDocumentUrl } from './spans.page.js';

/** The pages of the documentation as Markdown. Their links lead to Markdown, too. */

const toMarkdownUrl = (href: string): string => href.replace(/^(\/(?:docs|changes)[^#]*)/, '$1.md');

const joinParts = (...parts: readonly (string | false | null)[]): string =>
  `${parts.filter((part) => typeof part === 'string' && part !== '').join('\n\n')}\n`;

const toLink = (label: string, href: string): string => `[${label}](${toMarkdownUrl(href)})`;

const formatOperation = ({ method, path, href, summary }: OperationSummaryView): string =>
  `- ${toLink(`\`${method} ${path}\``, href)}: ${summary}`;

/** Markdown of the repository with the links of the service. As on a page, a link to what the service does not show is its label; code stays. */
export const rewriteLinks = (text: string, baseUrl = ''): string =>
  text.replaceAll(/```[^]*?```|\[([^\]]+)\]\(([^)\s]+)\)/g, (whole: string, label?: string, target?: string) => {
    if (label === undefined) return whole;
    const href = toDocumentUrl(target ?? '');
    return href === null ? label : `[${label}](${href.startsWith('/') ? baseUrl : ''}${toMarkdownUrl(href)})`;
  });

export const formatGuide = ({ title, text }: GuideView): string => joinParts(`# ${title}`, rewriteLinks(text));

export function formatDocumentation(view: DocumentationView): string {
  const { guides, rooms: tags } = view;
  return joinParts(
    formatGuide(getReader(view).quickStart).trimEnd(),
    '## Guides',
    guides
      .filter(({ name }) => name !== QUICK_START)
      .map(({ title, href, summary }) => `- ${toLink(title, href)}: ${rewriteLinks(summary)}`)
      .join('\n'),
    '## API reference',
    tags.map(({ title, href, description }) => `- ${toLink(title, href)}: ${description}`).join('\n'),
  );
}

export const formatReference = ({ title, summary, resources }: ReferenceView): string =>
  joinParts(
    `# ${title}`,
    summary,
    ...resources.flatMap((tag) => [`## ${tag.title}`, tag.description, tag.operations.map(formatOperation).join('\n')]),
  );

export const formatResourceReference = ({ title, description, operations }: ResourceReferenceView): string =>
  joinParts(
    `# ${title}`,
    description,
    ...operations.flatMap((operation) => [
      `## ${toLink(`${operation.method} ${operation.path}`, operation.href)}`,
      `${operation.summary}.`,
      operation.description,
    ]),
  );

export function formatOperationPage(view: OperationView): string {
  const { method, path, summary, description, access, scope, parameters, body, answers } = view;
  const samples = [
    ['sh', view.curl],
    ['ts', view.typescript],
    ['python', view.python],
  ] as const;
  const failures = answers.filter(({ codes }) => codes.length > 0);
  return joinParts(
    `# ${method} ${path}`,
    `${summary}.`,
    description,
    `Credential: ${access}.${scope === null ? '' : ` Scope: \`${scope}\`.`} Name: \`${view.operation_id}\`.`,
    ...samples.map(([language, code]) => code !== null && formatFence(code, language)),
    parameters.length > 0 && '## Parameters',
    formatFields(parameters.map((parameter) => ({ ...parameter, type: `${parameter.in}, ${parameter.type}` }))),
    body !== null && `## Body\n\n\`${body.content_type}\``,
    body !== null && formatFields(body.fields),
    ...(body?.shapes ?? []).flatMap(({ name, description: text, fields }) => [
      `### ${name}`,
      text,
      formatFields(fields),
    ]),
    body !== null && body.shapes.length === 0 && formatFence(body.example),
    '## Answers',
    ...answers
      .filter(({ codes }) => codes.length === 0)
      .flatMap(({ status, description: text, fields, example }) => [
        `### ${status}`,
        text,
        formatFields(fields),
        example !== null && formatFence(example),
      ]),
    '## Failures',
    failures
      .map(
        ({ status, codes }) =>
          `- ${status}: ${codes.map((code) => toLink(`\`${code}\``, `/docs/errors/${code}`)).join(', ')}`,
      )
      .join('\n'),
  );
}

const formatFence = (value: unknown, language = 'json'): string =>
  `\`\`\`${language}\n${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}\n\`\`\``;

const formatFields = (fields: readonly FieldDescription[]): string =>
  fields
    .map(
      ({ name, type, required, description }) =>
        `- \`${name}\` (${type}${required ? ', required' : ''})${description === '' ? '' : `: ${description.replaceAll('\n', ' ')}`}`,
    )
    .join('\n');

export const formatErrorCodes = (errors: readonly ErrorView[]): string =>
  joinParts(
    '# Errors',
    errors.map(({ code, status, href, cause }) => `- ${toLink(`\`${code}\``, href)} (${status}): ${cause}`).join('\n'),
  );

export const formatErrorCode = ({ code, status, cause, fix, operations }: ErrorView): string =>
  joinParts(
    `# ${code}`,
    `Status: ${status}`,
    `Cause: ${cause}`,
    `Fix: ${fix}`,
    operations.length > 0 && '## Endpoints',
    operations.map((operation) => `- ${toLink(`\`${operation}\``, `/docs/operations/${operation}`)}`).join('\n'),
  );

export const formatSearchResults = (results: readonly SearchResultView[]): string =>
  joinParts(
    '# Search',
    results.map(({ kind, title, href, passage }) => `- ${toLink(title, href)} (${kind}): ${passage}`).join('\n'),
  );

/** One line for each page, in the format of llmstxt.org. */
export function formatDirectory(
  { title, description, guides, rooms: tags }: DocumentationView,
  baseUrl: string,
): string {
  const formatLine = (name: string, href: string, text: string): string =>
    `- [${name}](${baseUrl}${toMarkdownUrl(href)}): ${rewriteLinks(text, baseUrl)}`;
  return joinParts(
    `# ${title}`,
    `> ${description}`,
    'Send `Accept: text/markdown`, or add `.md` to the address of a page, to get it as Markdown.',
    '## Guides',
    guides.map(({ title: name, href, summary }) => formatLine(name, href, summary)).join('\n'),
    '## API reference',
    [
      ...tags.map(({ title: name, href, description: text }) => formatLine(name, href, text)),
      formatLine('Errors', '/docs/errors', 'Every error code with its cause and fix.'),
      `- [OpenAPI](${baseUrl}/openapi.json): The API for programs (OpenAPI 3.1).`,
      `- [AsyncAPI](${baseUrl}/asyncapi.json): The messages of the WebSockets (AsyncAPI 3.0).`,
    ].join('\n'),
    '## Optional',
    formatLine('Changes', '/changes', 'What changed, version by version.'),
  );
}
