import { renderFacts } from '../pages/facts.page.js';
import { type Html, html } from '../pages/html.js';
import type { PageContent } from '../pages/page.js';
import type { HealthView } from './health.view.js';

const renderState = (state: string): Html =>
  html`<span class="badge ${state === 'ok' ? 'good' : 'warn'}">${state}</span>`;

const names: Readonly<Record<string, string>> = {
  database: 'Database',
  migrations: 'Migrations',
  exchange: 'Exchange',
  tables: 'Tables',
  clock: 'Clock',
};

export const livenessPage = (): PageContent => ({
  title: 'The service is running',
  body: renderHealth(
    'The service is running',
    html`<p>It answers requests. <a href="/health/ready">Is it ready for them?</a></p>`,
  ),
});

/** What readiness depends on, with the reason for each part that is not in order. */
export function readinessPage({ checks = {}, notes = {} }: HealthView): PageContent {
  const title = 'The service is ready';
  const facts = Object.entries(checks).map(
    ([part, state]) =>
      [names[part] ?? part, html`${renderState(state)}${notes[part] !== undefined && html` ${notes[part]}`}`] as const,
  );
  return { title, body: renderHealth(title, renderFacts(facts)) };
}

const renderHealth = (title: string, content: Html): Html => html`<article class="health">
<p class="back"><a href="/">Kontor</a></p>
<h1>${title}</h1>
${content}
</article>`;
