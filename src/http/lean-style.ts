/**
 * A style sheet without what only its readers need: comments, indentation, and the semicolon before a brace. Nothing is renamed or joined, and what stands in quotes holds
 * neither a comment nor more than one space in a row, so it stays as it is.
 */
export function leanStyle(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};]) ?/g, '$1')
    .replaceAll(';}', '}')
    .trim();
}
