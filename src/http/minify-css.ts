/**
 * A style sheet without what only its readers need: comments, indentation, the space after a colon or a comma, and the semicolon before a brace. Nothing is renamed or joined,
 * and what stands in quotes stays as it is.
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
