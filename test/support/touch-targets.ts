/**
 * Runs in the browser: what can be pressed on the page, with its height and width where one is too small for a finger. They are what really
 * reacts, from the middle of the target; the label of a box counts as the box. As in WCAG 2.5.5, a link within a sentence may be
 * as high as its line.
 * Contents that are folded away are unfolded, one after the other. Of a long table the first rows count: the others are like them.
 */
export function listSmallTargets(): string[] {
  const targets = 'a[href], button, summary, select, textarea, input:not([type="hidden"])';
  const sentences =
    'p, li, dd, dt, figcaption, caption, legend, .text, .sentence, .wrapped, .reason, .who, .hint, .message';

  const isInSentence = (target: HTMLElement): boolean => {
    const sentence = target.closest(sentences);
    const isHeading = target.closest('h1, h2, h3') !== null;
    if (target.localName !== 'a' || sentence === null || isHeading) return false;
    if (!getComputedStyle(target).display.startsWith('inline')) return false;
    const links = [...sentence.querySelectorAll<HTMLElement>('a, button')];
    const isWord = (text: string): boolean => /\p{L}{2}/u.test(text);
    return isWord(links.reduce((rest, { textContent }) => rest.replace(textContent, ''), sentence.textContent));
  };

  const measure = (target: HTMLElement): Readonly<{ height: number; width: number }> => {
    target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const box = [...target.getClientRects()][0] ?? target.getBoundingClientRect();
    const [x, y] = [Math.max(2, Math.min(box.left + box.width / 2, window.innerWidth - 2)), box.top + box.height / 2];
    const reacts = (right: number, down: number): boolean =>
      target.contains(document.elementFromPoint(x + right, y + down));
    if (!reacts(0, 0)) return { height: 0, width: 0 };
    const reach = (right: number, down: number): number => {
      let steps = 0;
      while (steps < 88 && reacts((steps + 1) * right, (steps + 1) * down)) steps += 1;
      return steps / 2;
    };
    return { height: reach(0, -0.5) + reach(0, 0.5), width: reach(-0.5, 0) + reach(0.5, 0) };
  };

  const labelsOf = (target: HTMLElement): HTMLElement[] =>
    target instanceof HTMLInputElement ? [...(target.labels ?? [])] : [];

  const listWithin = (part: ParentNode): string[] =>
    [...part.querySelectorAll<HTMLElement>(targets)]
      .filter(
        (target) =>
          target.checkVisibility({ visibilityProperty: true }) &&
          target.closest('.skip, tbody > tr:nth-child(n + 4)') === null,
      )
      .filter((target) => !isInSentence(target))
      .map((target) => ({
        name: `${target.localName} ${target.textContent.trim().slice(0, 24) || target.getAttribute('name') || target.id}`,
        sizes: [target, ...labelsOf(target)].map(measure),
      }))
      .map(({ name, sizes }) => ({
        name,
        height: Math.max(...sizes.map(({ height }) => height)),
        width: Math.max(...sizes.map(({ width }) => width)),
      }))
      .filter(({ height, width }) => height > 0 && Math.min(height, width) < 43)
      .map(({ name, height, width }) => `${name}: ${width} × ${height}`);

  for (const fold of document.querySelectorAll<HTMLDetailsElement>('nav details, details:has(nav)')) fold.open = true;
  const found = listWithin(document);
  for (const fold of document.querySelectorAll<HTMLDetailsElement>('details:not([open])')) {
    fold.open = true;
    found.push(...listWithin(fold));
    fold.open = false;
  }
  return [...new Set(found)];
}
