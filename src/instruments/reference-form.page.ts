import { errorPage } from '../pages/error.page.js';
import { toFormState, type FormState, renderFormHead } from '../pages/fields.page.js';
import { type Html, html } from '../pages/html.js';
import type { PageContent, FormErrorPage, PageContext } from '../pages/page.js';
import type { Problem } from '../errors/problem.js';
import { parseHolidays, parseSessionHours, formatWeekMinute } from './calendar/session-hours-text.js';

/** The values of the fields: initial ones, or as they were submitted. */
export type FormValues = Readonly<Record<string, string>>;

/** Whether the form is for a new row. Of a row that exists, nothing that it has can be left out. */
export const isNewRow = (values: FormValues): boolean => values['expected_version'] === undefined;

type NamedResource = Readonly<{ id: number; symbol: string }>;

/** The page after reference data was created or changed by a form, and its flash message. */
export const redirectAfterProductGroup = ({ id, symbol, version }: NamedResource & Readonly<{ version: number }>) => ({
  to: `/productgroups/${id}`,
  saying:
    version === 1
      ? `The group ${symbol} is created. It has no product yet.`
      : `The group ${symbol} is as you see it here, for all of its products.`,
});

export const redirectAfterProduct = ({ id, symbol, version }: NamedResource & Readonly<{ version: number }>) => ({
  to: `/products/${id}`,
  saying:
    version === 1
      ? `The product ${symbol} is created. Nothing trades until an instrument of it is listed.`
      : `The product ${symbol} is as you see it here.`,
});

export const redirectAfterListing = ({ id, symbol }: NamedResource) => ({
  to: `/instruments/${id}`,
  saying: `${symbol} is listed: orders may name it from now on.`,
});

export const redirectAfterInstrumentUpdate = ({ id, symbol }: NamedResource) => ({
  to: `/instruments/${id}`,
  saying: `${symbol} is as you see it here.`,
});

type ReferenceDataFormOptions = Readonly<{
  title: string;
  lead?: Html;
  back: readonly [href: string, label: string];
  action: string;
  fields: Html;
  submit: string;
}>;

/** The layout of all reference data forms: back link, title, fields and button. */
export function referenceDataFormPage(
  { title, lead, back: [href, label], action, fields, submit }: ReferenceDataFormOptions,
  context: PageContext,
  form: FormState,
): PageContent {
  return {
    title,
    styles: ['admin.css'],
    body: html`<article class="reference">
<p class="back"><a href="${href}">${label}</a></p>
<h1>${title}</h1>
${lead !== undefined && html`<p class="lead">${lead}</p>`}
<form method="post" action="${action}">
${renderFormHead(form, context)}
${fields}
<p class="actions"><button type="submit" class="primary">${submit}</button> <a class="button" href="${href}">Cancel</a></p>
</form>
</article>`,
  };
}

/** The form that changes a row: its cancel link leads back to the row. */
export function changeFormPage(
  { symbol, lead, fields }: Readonly<{ symbol: string; lead: Html; fields: Html }>,
  context: PageContext,
  form: FormState,
): PageContent {
  const address = toReferencePath(context.path);
  const back = [address, `Back to ${symbol}`] as const;
  const action = `${address}/change`;
  const options = { title: `Change ${symbol}`, lead, back, action, fields, submit: 'Save changes' };
  return referenceDataFormPage(options, context, form);
}

/** The path of the row that the form changes. */
export const toReferencePath = (path: string): string => path.replace(/\?.*$/, '').replace(/\/change$/, '');

/** Fields for showing the page again, which the service ignores. */
export const renderHiddenFields = (values: Readonly<Record<string, string | number>>): Html =>
  html`${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}`;

/** A form of reference data: with its initial values, or as it was submitted. */
type RenderForm = (context: PageContext, form: FormState, values: FormValues, problem: Problem) => PageContent;

/** The form with its errors; without permission, or for an unknown row, the error page. */
export const withErrorPage =
  (renderForm: RenderForm): FormErrorPage =>
  (problem, submitted, context) =>
    problem.status === 403 || problem.status === 404
      ? errorPage(problem, context)
      : renderForm(context, toEnteredTerms(problem, submitted), submitted, problem);

/** Errors of the calendar are shown at the two text fields. */
function toEnteredTerms(problem: Problem, submitted: Readonly<Record<string, string>>): FormState {
  const form = toFormState(problem, submitted, { symbol_taken: 'symbol', price_off_tick: 'settlement_price' });
  const messages: Record<string, string> = {};
  for (const [name, message] of Object.entries(form.fieldErrors)) {
    if (/session_(?:start|end)_times/.test(name))
      messages['hours'] ??= explainHoursError(submitted['hours'] ?? '', message);
    else if (name.includes('overrides'))
      messages['holidays'] ??= explainHolidaysError(submitted['holidays'] ?? '', message);
    else messages[name] = message;
  }
  const count = Object.keys(messages).length;
  return {
    ...form,
    fieldErrors: messages,
    formError:
      count > 1 ? `${count} fields need correction.` : count === 1 ? 'One field needs correction.' : form.formError,
  };
}

function explainHoursError(text: string, message: string): string {
  const parsed = parseSessionHours(text);
  if ('unreadable' in parsed)
    return `“${parsed.unreadable}” is not a session. Write one in each line, as in: Sunday 17:00 – Monday 16:00`;
  if (parsed.read.starts.length === 0) return 'A week has at least one session';
  return formatMinutesAsDays(message.replace(/^session_(?:start|end)_times:? /, ''));
}

/** The wire has minutes since Sunday; the form has text. */
const formatMinutesAsDays = (message: string): string =>
  message.replace(/\bstarts at (\d+)/g, (_, minute: string) => `starts on ${formatWeekMinute(Number(minute))}`);

function explainHolidaysError(text: string, message: string): string {
  const parsed = parseHolidays(text);
  return 'unreadable' in parsed
    ? `“${parsed.unreadable}” is not a holiday. Write a date and its name in each line, as in: 2026-12-25 Christmas`
    : message;
}
