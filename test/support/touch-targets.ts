/** What can be pressed and is not in a sentence, with its height where that is too small for a finger. */
export const listSmallTargets = (): string[] =>
  [
    ...document.querySelectorAll<HTMLElement>(
      ':is(.top, .foot, .siblings, .kinds, .ladder, .to-ticket) :is(a, button), .ticket :is(button, select, summary, input:not([type="hidden"], [type="radio"], [type="checkbox"]), .side label), #mine button',
    ),
  ]
    .map((target) => ({ name: target.textContent.trim() || target.id, height: target.getBoundingClientRect().height }))
    .filter(({ height }) => height > 0 && height < 43.5)
    .map(({ name, height }) => `${name}: ${height}`);
