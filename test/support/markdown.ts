/** The little of Markdown that the documents' checks have to understand. */

const fence = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[^\S\n]*$/gm;

/** The text without its fenced code, so that a comment in a shell example is not taken for a heading. */
export function prose(text: string): string {
  return text.replace(fence, '');
}

/** Where the links of a text lead, as they are written. */
export function linksOf(text: string): string[] {
  const withoutCode = prose(text).replace(/`[^`\n]*`/g, '');
  const inline = [...withoutCode.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)];
  const references = [...withoutCode.matchAll(/^\[[^\]]+\]:\s+(\S+)/gm)];
  return [...inline, ...references].flatMap(([, target]) => target ?? []);
}

/** The anchors that a text offers: one for each heading, as GitHub spells them. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of prose(text).matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const name = heading
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    let anchor = name;
    for (let again = 1; anchors.has(anchor); again++) anchor = `${name}-${again}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** What stands in backticks in a text. */
export function codesIn(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code]) => code ?? []);
}
