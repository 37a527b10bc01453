/**
 * The characters that RFC 6749 §4.1.2.1 and §5.2 allow in a description: printable ASCII without quotes and
 * backslashes.
 */
export function toPrintableAscii(text: string): string {
  return text.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, '?');
}
