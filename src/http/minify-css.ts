/**
 * Removes comments, indentation, spaces after colons and commas, and the semicolon before a brace. Names and rules are
 * not changed, and quoted text stays.
 */
export function minifyCss(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};]) ?/g, '$1')
    .replaceAll(/("[^"]*"|[:,]) ?/g, (match, token: string) => (token.startsWith('"') ? match : token))
    .replaceAll(';}', '}')
    .trim();
}
