/* Words that go by themselves, unless others stand there by then. Every page loads this file with the keys, so it does without page-parts.js. */

export function showFor(place: HTMLElement, parts: readonly (string | Node)[], timeMs: number): void {
  place.replaceChildren(...parts);
  const [shown] = place.childNodes;
  window.setTimeout(() => {
    if (place.firstChild === shown) place.replaceChildren();
  }, timeMs);
}
