import { listShownValues } from './form-body.js';
import { type Html, html } from './html.js';
import { formatSeparatorHint } from './number-format.js';
import type { PageContext } from './page.js';
import type { Problem } from '../errors/problem.js';

/** The input of a rejected form and its problem. A new form has neither. */
export type FormState = Readonly<{
  values: Readonly<Record<string, string>>;
  /** By the name of the field. */
  fieldErrors: Readonly<Record<string, string>>;
  /** Errors of the form as a whole. */
  formError: string | null;
}>;

export const emptyForm: FormState = { values: {}, fieldErrors: {}, formError: null };

/** `fieldByCode` names the field of a problem without a pointer. */
export function toFormState(
  problem: Problem,
  submitted: Readonly<Record<string, string>>,
  fieldByCode: Readonly<Record<string, string>> = {},
): FormState {
  const field = fieldByCode[problem.code];
  const fieldErrors: Record<string, string> = field === undefined ? {} : { [field]: problem.detail };
  for (const { pointer, message } of problem.errors ?? []) {
    const name = pointer.replace(/^\//, '').replaceAll('/', '.');
    fieldErrors[name] ??= addSeparatorHint(message, submitted[name] ?? '');
  }
  const count = Object.keys(fieldErrors).length;
  const formError =
    count === 0 ? problem.detail : count === 1 ? 'One field needs correction.' : `${count} fields need correction.`;
  return { values: submitted, fieldErrors, formError };
}

/** A number with separators is rejected with the API's message; pages add how to write it, unless it says so. */
function addSeparatorHint(message: string, submitted: string): string {
  if (/\bwrite\b/.test(message)) return message;
  const hint = /\b(?:number|decimal|digits|amount)\b/.test(message) ? formatSeparatorHint(submitted) : null;
  return hint === null ? message : `${message.replace(/[.]$/, '')}. ${hint}`;
}

/** The heading of a rejected form. */
export function renderFormError({ formError }: FormState): Html | null {
  return formError === null ? null : html`<p class="refusal" role="alert">${formError}</p>`;
}

type FieldOptions = Readonly<{
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'date';
  /** Which keys a telephone offers. */
  inputMode?: 'decimal' | 'numeric';
  autocomplete?: string;
  hint?: Html | string;
  isOptional?: boolean;
  /** Where the reader begins, unless another field is wrong. */
  isFocused?: boolean;
  /** The initial value. */
  value?: string;
}>;

/** A text field with label, hint and error. A password is never filled in again. */
export function renderInputField(options: FieldOptions, form: FormState): Html {
  const { name, type = 'text', value = '', inputMode, autocomplete = 'off' } = options;
  const current = form.values[name] ?? value;
  // A browser takes nothing but a date for the value of such a field, and complains of the rest.
  const isHeld = type !== 'password' && (type !== 'date' || current === '' || /^\d{4}-\d{2}-\d{2}$/.test(current));
  const valueAttribute = isHeld && html` value="${current}"`;
  return renderFieldFrame(
    options,
    form,
    html`<input id="${toElementId(name)}" name="${name}" type="${type}"${valueAttribute}${inputMode !== undefined && html` inputmode="${inputMode}"`} autocomplete="${autocomplete}"${renderFieldState(options, form)}>`,
  );
}

/** A selection with labels. */
export function renderSelect(
  options: Omit<FieldOptions, 'type' | 'inputMode' | 'autocomplete'>,
  choices: readonly (readonly [value: string, words: string])[],
  form: FormState,
): Html {
  const { name, value = '' } = options;
  const selected = form.values[name] ?? value;
  return renderFieldFrame(
    options,
    form,
    html`<select id="${toElementId(name)}" name="${name}"${renderFieldState(options, form)}>${choices.map(([choiceValue, choiceLabel]) => html`<option value="${choiceValue}"${choiceValue === selected && ' selected'}>${choiceLabel}</option>`)}</select>`,
  );
}

/** A multi-line field with one item per line. The line break after the tag is not part of the text. */
export function renderTextarea(
  options: Omit<FieldOptions, 'type' | 'autocomplete'> & Readonly<{ rows: number }>,
  form: FormState,
): Html {
  const { name, value = '', rows } = options;
  return renderFieldFrame(
    options,
    form,
    html`<textarea id="${toElementId(name)}" name="${name}" rows="${rows}" spellcheck="false"${renderFieldState(options, form)}>\n${form.values[name] ?? value}</textarea>`,
  );
}

/** A dot in a name is a path; in an id it would be a class selector. */
const toElementId = (name: string): string => name.replaceAll('.', '-');

type LabeledFieldOptions = Pick<FieldOptions, 'name' | 'label' | 'isOptional' | 'isFocused'> &
  Readonly<{ hint?: Html | string }>;

/** Another control with the same label and error; it receives the attributes of the value. */
export const renderCustomField = (
  options: LabeledFieldOptions,
  form: FormState,
  renderControl: (state: Html) => Html,
): Html => renderFieldFrame(options, form, renderControl(renderFieldState(options, form)));

/**
 * Checkboxes for several values, each with its label: the route accepts several (`@MultiValue`). An unknown submitted
 * value stays, so that it can be removed.
 */
export function renderCheckboxes(
  field: LabeledFieldOptions & Readonly<{ formatUnknown?: (value: string) => string }>,
  choices: readonly (readonly [value: string, words: string])[],
  form: FormState,
): Html {
  const { name, label, formatUnknown = (value) => value } = field;
  const selected = new Set((form.values[name] ?? '').split(/[\s,]+/).filter((word) => word !== ''));
  const unknownChoices = [...selected]
    .filter((value) => !choices.some(([known]) => known === value))
    .map((value) => [value, formatUnknown(value)] as const);
  const all = [...unknownChoices, ...choices];
  return html`<fieldset class="field"${renderDescribedBy(field, form)}>
<legend>${label} ${optionalMark}</legend>
${all.length === 0 && html`<p class="none">There is none yet.</p>`}<div class="several">${all.map(([value, choiceLabel]) => html`<label><input type="checkbox" name="${name}" value="${value}"${selected.has(value) && ' checked'}> ${choiceLabel}</label>\n`)}</div>
${renderFieldNotes(field, form)}
</fieldset>`;
}

const optionalMark = html`<span class="optional">(optional)</span>`;

const renderFieldFrame = (
  options: LabeledFieldOptions,
  form: FormState,
  control: Html,
): Html => html`<div class="field">
<label for="${toElementId(options.name)}">${options.label}${options.isOptional === true && html` ${optionalMark}`}</label>
${control}
${renderFieldNotes(options, form)}
</div>`;

function renderFieldNotes({ name, label, hint }: LabeledFieldOptions, { fieldErrors }: FormState): Html {
  const fieldError = fieldErrors[name];
  return html`${hint !== undefined && html`<p class="hint" id="${toElementId(name)}-hint">${hint}</p>`}
${fieldError !== undefined && html`<p class="fault" id="${toElementId(name)}-fault">${toLabeledMessage(fieldError, name, label)}</p>`}`;
}

function renderFieldState(options: LabeledFieldOptions, form: FormState): Html {
  const [firstWrong] = Object.keys(form.fieldErrors);
  const isFirst = firstWrong === undefined ? options.isFocused === true : firstWrong === options.name;
  const isWrong = form.fieldErrors[options.name] !== undefined;
  return html`${renderDescribedBy(options, form)}${isWrong && html` aria-invalid="true"`}${options.isOptional !== true && ' required'}${isFirst && ' autofocus'}`;
}

function renderDescribedBy({ name, hint }: LabeledFieldOptions, { fieldErrors }: FormState): Html {
  const hasError = fieldErrors[name] !== undefined;
  const ids = [
    ...(hint === undefined ? [] : [`${toElementId(name)}-hint`]),
    ...(hasError ? [`${toElementId(name)}-fault`] : []),
  ];
  return html`${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}`;
}

/** The form token of every form. */
export function renderFormToken({ formToken }: Pick<PageContext, 'formToken'>): Html {
  return html`<input type="hidden" name="form_token" value="${formToken ?? ''}">`;
}

/** The first lines of a form that changes something: its token, and its error. */
export const renderFormHead = (form: FormState, context: Pick<PageContext, 'formToken'>): Html =>
  html`${renderFormToken(context)}\n${renderFormError(form)}`;

/** The values that the form was shown with (`addShownValues` in form-body.ts): unchanged values are no change. */
export const renderShownValues = ({ values }: FormState): Html =>
  html`${listShownValues(values).map(([name, text]) => html`<input type="hidden" name="${name}" value="${text}">`)}`;

/** Programs get the field's wire name; users get its label. */
function toLabeledMessage(message: string, name: string, label: string): string {
  const labeled = message.replace(
    new RegExp(`^${name.split('.').at(-1) ?? name}(:?) `),
    (_, colon: string) => `${label}${colon} `,
  );
  return /[.!?]$/.test(labeled) ? labeled : `${labeled}.`;
}
