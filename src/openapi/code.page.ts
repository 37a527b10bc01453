import { Html, html } from '../pages/html.js';

/** The languages of examples, as fences of Markdown name them. */
const LANGUAGE_LABELS: Readonly<Record<string, string>> = { sh: 'curl', ts: 'TypeScript', python: 'Python' };

/** One example in one language. */
export type CodeSample = Readonly<{ language: string; code: string }>;

/** Whether samples of these languages are the same in several languages. */
export const areTranslations = (languages: readonly string[]): boolean =>
  new Set(languages).size === languages.length && languages.every((language) => language in LANGUAGE_LABELS);

/** A quotation mark needs no escape in text, and JSON has many: pages are a third lighter without. */
export const renderPlainText = (code: string): Html =>
  new Html(html`${code}`.toString().replaceAll('&quot;', '"').replaceAll('&#39;', "'"));

export const renderCode = (code: string, className = ''): Html =>
  html`<pre tabindex="0"${className !== '' && html` class="${className}"`}><code>${renderPlainText(code)}</code></pre>`;

/** A value as it travels, laid out for reading. Text that is no JSON stands as it is. */
export const renderExample = (value: unknown): Html =>
  renderCode(typeof value === 'string' ? value : JSON.stringify(value, null, 2));

/**
 * The same in several languages, one of them in sight: radio buttons, so that it works without a script and by the arrow keys.
 * `documentation.js` shows the reader's language on every page.
 */
export function renderSamples(samples: readonly CodeSample[], id: string): Html {
  const [first] = samples;
  return html`<div class="samples">
<fieldset><legend class="hidden">Language of the example</legend>${samples.map(({ language }) => html`<label><input type="radio" name="${id}" value="${language}"${language === first?.language && ' checked'}>${LANGUAGE_LABELS[language]}</label>`)}</fieldset>
${samples.map(({ language, code }) => html`<div data-language="${language}">${renderCode(code, language === 'sh' ? 'wrapped' : '')}</div>\n`)}</div>`;
}
