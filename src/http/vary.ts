/** One more request header on which the answer depends, added to what `Vary` already says. */
export function addVary(existing: unknown, name: string): string {
  if (typeof existing !== 'string' || existing === '') return name;
  return existing.split(', ').includes(name) ? existing : `${existing}, ${name}`;
}
