import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate';
import type { Page } from 'playwright-core';

/** What passes is not described: that takes as long as the check itself. */
const violationsOnly = { resultTypes: ['violations' as const] };

/** Everything that WCAG 2.2 AA and axe's own good practice ask for. */
const asked = {
  ...violationsOnly,
  runOnly: { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
};

/** Of those, what depends on colors: the others find the same in the light and in the dark. */
const askedOfColours = {
  ...violationsOnly,
  runOnly: { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] },
};

/** What axe finds wrong with the page as it stands: one line for each rule and element. */
export async function accessibilityFaults(page: Page, what: 'everything' | 'colors' = 'everything'): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate(
    async (options) => {
      const { violations: found } = await (globalThis as unknown as { axe: typeof axe }).axe.run(options);
      return found.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
      );
    },
    what === 'colors' ? askedOfColours : asked,
  );
}

/** `axe.source` is the script with its comments: more than twice as long. */
const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Each document needs it once. `page.evaluate` would compile the source again on each page; a browser keeps what it has compiled of a
 * script that it is sent.
 */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in globalThis)) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: axeSource });
  await session.detach();
}

/**
 * The recommended rules and those for whole documents. Subresource integrity is for what comes from elsewhere; we load nothing from there. Boxes
 * of one name are a choice of several, as radio buttons are a choice of one.
 */
const config: ConfigData = {
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    'require-sri': ['error', { target: 'crossorigin' }],
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'reset', 'submit'] }],
  },
};

/** Rules and elements are the same for all markup; to read them takes a quarter of a check. */
class SharedConfigLoader extends StaticConfigLoader {
  private shared: ReturnType<StaticConfigLoader['getConfigFor']> | undefined;

  override getConfigFor(name: string): ReturnType<StaticConfigLoader['getConfigFor']> {
    return (this.shared ??= super.getConfigFor(name));
  }
}

const validator = new HtmlValidate(new SharedConfigLoader(config));

/** What the validator finds wrong with markup as it was sent: one line for each place. */
export async function markupFaults(markup: string): Promise<string[]> {
  const { results } = await validator.validateString(markup);
  return results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}
