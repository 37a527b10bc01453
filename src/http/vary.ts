/** One more request header on which the answer depends, added to what `Vary` already says. */
export function withVary(before: unknown, name: string): string {
  if (typeof before !== 'string' || before === '') return name;
  return before.split(', ').includes(name) ? before : `${before}, ${name}`;
}
