/**
 * Runs in the browser: what can be pressed on the page, with its height where that is too small for a finger. The height is what really
 * reacts, from the middle of the target up and down; the label of a box counts as the box. As in WCAG 2.5.5, a link within a sentence may be
 * as high as its line.
 * Contents that are folded away are unfolded, one after the other. Of a long table the first rows count: the others are like them.
 */
export function listSmallTargets(): string[] {
  const targets = 'a[href], button, summary, select, textarea, input:not([type="hidden"])';
  const sentences =
    'p, li, dd, dt, figcaption, caption, legend, .text, .sentence, .wrapped, .reason, .who, .hint, .message';

  const isInSentence = (target: HTMLElement): boolean => {
    const sentence = target.closest(sentences);
    if (target.localName !== 'a' || sentence === null || !getComputedStyle(target).display.startsWith('inline'))
      return false;
    const links = [...sentence.querySelectorAll<HTMLElement>('a, button')];
    const isWord = (text: string): boolean => /\p{L}{2}/u.test(text);
    return isWord(links.reduce((rest, { textContent }) => rest.replace(textContent, ''), sentence.textContent));
  };

  const measure = (target: HTMLElement): number => {
    target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const box = [...target.getClientRects()][0] ?? target.getBoundingClientRect();
    const [x, middle] = [
      Math.max(2, Math.min(box.left + box.width / 2, window.innerWidth - 2)),
      box.top + box.height / 2,
    ];
    const reacts = (y: number): boolean => target.contains(document.elementFromPoint(x, y));
    if (!reacts(middle)) return 0;
    const reach = (step: number): number => {
      let y = middle;
      while (Math.abs(y - middle) < 44 && reacts(y + step)) y += step;
      return Math.abs(y - middle);
    };
    return reach(-0.5) + reach(0.5);
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
        height: Math.max(...[target, ...labelsOf(target)].map(measure)),
      }))
      .filter(({ height }) => height > 0 && height < 43)
      .map(({ name, height }) => `${name}: ${height}`);

  for (const fold of document.querySelectorAll<HTMLDetailsElement>('nav details, details:has(nav)')) fold.open = true;
  const found = listWithin(document);
  for (const fold of document.querySelectorAll<HTMLDetailsElement>('details:not([open])')) {
    fold.open = true;
    found.push(...listWithin(fold));
    fold.open = false;
  }
  return [...new Set(found)];
}
