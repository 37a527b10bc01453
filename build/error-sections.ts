import type { ErrorSection } from '../src/openapi/contract.js';

const SECTION =
  /^## ([a-z][a-z0-9]*(?:_[a-z0-9]+)*)\n+Status: ([1-5]\d\d)(?: or ([1-5]\d\d))?\n+([^#\n][^\n]*(?:\n[^\n]+)*)\n\n+Fix: ([^\n]+(?:\n[^\n]+)*)\n*$/;

/**
 * Reads docs/errors.md: below the introduction, one section per code with its status, or with both where it depends on what was asked, a
 * paragraph of cause and one of fix. Strict, because what it reads is published: anything else in a section stops the build.
 */
export function parseErrorSections(markdown: string): readonly ErrorSection[] {
  const [, ...parts] = `\n${markdown.replaceAll('\r\n', '\n')}`.split(/\n(?=## )/);
  const sections = parts.map(parseSection);
  const codes = sections.map(({ code }) => code);
  const duplicate = codes.find((code, index) => codes.indexOf(code) !== index);
  if (duplicate !== undefined) throw new SyntaxError(`docs/errors.md describes ${duplicate} twice.`);
  return sections;
}

function parseSection(part: string): ErrorSection {
  const match = SECTION.exec(part);
  if (!match) {
    const title = part.slice(0, part.indexOf('\n'));
    throw new SyntaxError(
      `docs/errors.md: "${title}" must read "## code", "Status: 404", a paragraph of cause, an empty line, a paragraph "Fix: …".`,
    );
  }
  const [, code = '', status, other, cause = '', fix = ''] = match;
  return {
    code,
    status: Number(status),
    ...(other !== undefined && { otherStatus: Number(other) }),
    cause: oneLine(cause),
    fix: oneLine(fix),
  };
}

const oneLine = (paragraph: string): string => paragraph.replaceAll('\n', ' ').trim();
