import { errorPage } from '../http/error.page.js';
import { entered, type Entered, ownForm, refusalOf } from '../http/fields.page.js';
import { type Html, html } from '../http/html.js';
import type { PageContent, RefusalPage, Visit } from '../http/page.js';
import type { Problem } from '../http/problem.js';
import { holidaysFromWords, hoursFromWords, weekMinute } from './hours-in-words.js';

type Frame = Readonly<{
  title: string;
  lead?: Html;
  back: readonly [href: string, label: string];
  action: string;
  fields: Html;
  submit: string;
}>;

/** The forms of reference data look alike: where one came from, what it is about, the fields, and the one thing to do. */
export function formPage(
  { title, lead, back: [href, label], action, fields, submit }: Frame,
  visit: Visit,
  form: Entered,
): PageContent {
  return {
    title,
    styles: ['admin.css'],
    body: html`<article class="reference">
<p class="back"><a href="${href}">${label}</a></p>
<h1>${title}</h1>
${lead !== undefined && html`<p class="lead">${lead}</p>`}
<form method="post" action="${action}">
${ownForm(visit)}
${refusalOf(form)}
${fields}
<p class="actions"><button type="submit" class="primary">${submit}</button> <a class="button" href="${href}">Leave it as it is</a></p>
</form>
</article>`,
  };
}

/** What the page has to know to be shown again, and the service does not. */
export const remembered = (values: Readonly<Record<string, string | number>>): Html =>
  html`${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}`;

/** The form again; whoever may not, or asked for what is not there, has no use for it. */
export const again =
  (form: RefusalPage): RefusalPage =>
  (problem, sent, visit) =>
    problem.status === 403 || problem.status === 404 ? errorPage(problem, visit) : form(problem, sent, visit);

/** Faults of the calendar stand at the two fields in which people write it, in their words. */
export function enteredTerms(problem: Problem, sent: Readonly<Record<string, string>>): Entered {
  const form = entered(problem, sent, { symbol_taken: 'symbol', price_off_tick: 'settlement_price' });
  const faults: Record<string, string> = {};
  for (const [name, fault] of Object.entries(form.faults)) {
    if (/session_(?:start|end)_times/.test(name)) faults['hours'] ??= faultOfHours(sent['hours'] ?? '', fault);
    else if (name.includes('overrides')) faults['holidays'] ??= faultOfHolidays(sent['holidays'] ?? '', fault);
    else faults[name] = fault;
  }
  const count = Object.keys(faults).length;
  return {
    ...form,
    faults,
    refusal:
      count > 1 ? `${count} fields need another look.` : count === 1 ? 'One field needs another look.' : form.refusal,
  };
}

function faultOfHours(text: string, fault: string): string {
  const read = hoursFromWords(text);
  if ('unreadable' in read)
    return `“${read.unreadable}” is not a session. Write one in each line, as in: Sunday 17:00 – Monday 16:00`;
  if (read.read.starts.length === 0) return 'A week has at least one session';
  return inDays(fault.replace(/^session_(?:start|end)_times:? /, ''));
}

/** The wire counts minutes since Sunday; people do not. */
const inDays = (fault: string): string =>
  fault.replace(/\bstarts at (\d+)/g, (_, minute: string) => `starts on ${weekMinute(Number(minute))}`);

function faultOfHolidays(text: string, fault: string): string {
  const read = holidaysFromWords(text);
  return 'unreadable' in read
    ? `“${read.unreadable}” is not a holiday. Write a date and its name in each line, as in: 2026-12-25 Christmas`
    : fault;
}
