import type { BrowserClient } from './browser-client.js';
import { formsOf, type ParsedField, type ParsedForm, valueIn } from './page-forms.js';

/** A form of a page, and where the page is. */
export type FoundForm = Readonly<{ browser: BrowserClient; address: string; form: ParsedForm }>;

/** How a field of a form is marked, and what comes of leaving it empty. */
export type FieldNeed = Readonly<{ action: string; name: string; isRequired: boolean; isNeeded: boolean }>;

type Values = Readonly<Record<string, string>>;

const isText = ({ kind, type }: ParsedField): boolean =>
  kind === 'textarea' || (kind === 'input' && !['hidden', 'radio', 'checkbox', 'file', 'submit'].includes(type));

/** Whether a user can leave it empty. */
const canBeEmpty = (form: ParsedForm, field: ParsedField): boolean =>
  !field.isDisabled &&
  (isText(field) ||
    (field.kind === 'select' && field.choices.includes('')) ||
    (field.type === 'radio' && valueIn(form, field) === ''));

/** Fields that the answer names: beside the field, in the table of a problem, or as missing. */
const namedIn = (page: string, names: readonly string[]): string[] =>
  names.filter((name) =>
    [
      ` id="${name.replaceAll('.', '-')}-fault"`,
      `<th scope="row"><code>/${name.replaceAll('.', '/')}</code>`,
      `${name} is missing`,
    ].some((mark) => page.includes(mark)),
  );

/** A form as it stands on the page, with these values in some of its fields. */
const filledIn = (form: ParsedForm, values: Values): Values => ({
  ...Object.fromEntries(
    form.all.filter((field) => !field.isDisabled).map((field) => [field.name, valueIn(form, field)]),
  ),
  ...values,
});

const isRequired = (fields: readonly ParsedField[], name: string): boolean =>
  fields.some((field) => field.name === name && field.isRequired);

/** Refused for another reason than what is empty, or for what was empty from the beginning. */
const isSettled = (fields: readonly ParsedField[], named: readonly string[]): boolean =>
  named.length === 0 || named.some((name) => fields.find((field) => field.name === name)?.value === '');

/**
 * Sends the form with every field empty that can be, and again without those that were refused, until it is accepted or refused for another
 * reason. A field is needed if the answer names it, or if it was the only one; also if it keeps its value when it is sent empty.
 */
export async function listNeeds({ browser, address, form }: FoundForm): Promise<readonly FieldNeed[]> {
  const fields = form.all.filter((field) => canBeEmpty(form, field));
  const all = [...new Set(fields.map(({ name }) => name))];
  const isOnly = all.length === 1 && form.all.every(({ type }) => type !== 'file');
  const needed = new Set<string>();
  let keepsOptional = false;
  for (let tries = 0; tries < all.length; tries++) {
    const empty = all.filter((name) => !needed.has(name) && (!keepsOptional || isRequired(fields, name)));
    const answer = await browser.post(form.action, filledIn(form, Object.fromEntries(empty.map((name) => [name, '']))));
    if (answer.statusCode === 303) {
      for (const name of await listKept({ browser, address, form }, empty)) needed.add(name);
      break;
    }
    // While a session is open that a holiday or an early close of these days touches, they stay as they are.
    keepsOptional ||= answer.body.includes('Change the hours after it has closed.');
    const named = isOnly ? all : namedIn(answer.body, empty);
    for (const name of named) needed.add(name);
    if (!keepsOptional && isSettled(fields, named)) break;
  }
  return all.map((name) => ({
    action: form.action,
    name,
    isRequired: isRequired(fields, name),
    isNeeded: needed.has(name),
  }));
}

/** Fields that were sent empty and have the value that they had. */
async function listKept({ browser, address, form }: FoundForm, names: readonly string[]): Promise<string[]> {
  const now = formsOf((await browser.get(address)).body).find(({ action }) => action === form.action);
  const valueOf = (within: ParsedForm | undefined, name: string): string =>
    within?.all.find((field) => field.name === name)?.value ?? '';
  return names.filter((name) => valueOf(form, name) !== '' && valueOf(now, name) === valueOf(form, name));
}
