import { shownIn } from './form-body.js';
import { type Html, html } from './html.js';
import { withoutSeparators } from './separators.js';
import type { Visit } from './page.js';
import type { Problem } from './problem.js';

/** What somebody typed into a form that was refused, and why. A form that is shown for the first time knows neither. */
export type Entered = Readonly<{
  values: Readonly<Record<string, string>>;
  /** By the name of the field. */
  faults: Readonly<Record<string, string>>;
  /** What is said of the form as a whole. */
  refusal: string | null;
}>;

export const nothingEntered: Entered = { values: {}, faults: {}, refusal: null };

/** `fieldOf` names the field that a failure is about which points at none itself. */
export function entered(
  problem: Problem,
  sent: Readonly<Record<string, string>>,
  fieldOf: Readonly<Record<string, string>> = {},
): Entered {
  const field = fieldOf[problem.code];
  const faults: Record<string, string> = field === undefined ? {} : { [field]: problem.detail };
  for (const { pointer, message } of problem.errors ?? []) {
    const name = pointer.replace(/^\//, '').replaceAll('/', '.');
    faults[name] ??= mended(message, sent[name] ?? '');
  }
  const count = Object.keys(faults).length;
  const refusal =
    count === 0 ? problem.detail : count === 1 ? 'One field needs another look.' : `${count} fields need another look.`;
  return { values: sent, faults, refusal };
}

/** A number with separators is refused in the words for programs; to people they are followed by how it is written. */
function mended(message: string, typed: string): string {
  const plain = /\b(?:number|decimal|digits|amount)\b/.test(message) ? withoutSeparators(typed) : null;
  return plain === null ? message : `${message.replace(/[.]$/, '')}. ${plain}`;
}

/** What a form says at its top when it was refused. */
export function refusalOf({ refusal }: Entered): Html | null {
  return refusal === null ? null : html`<p class="refusal" role="alert">${refusal}</p>`;
}

type Field = Readonly<{
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'date';
  /** Which keys a telephone offers. */
  keys?: 'decimal' | 'numeric';
  autocomplete?: string;
  hint?: Html | string;
  isOptional?: boolean;
  /** What stands in it before anybody has typed. */
  value?: string;
}>;

/** A line to type into, with its label, its hint and what is wrong with it. A password is never filled in again. */
export function field(of: Field, form: Entered): Html {
  const { name, type = 'text', value = '', keys, autocomplete = 'off' } = of;
  const filled = type !== 'password' && html` value="${form.values[name] ?? value}"`;
  return around(
    of,
    form,
    html`<input id="${idOf(name)}" name="${name}" type="${type}"${filled}${keys !== undefined && html` inputmode="${keys}"`} autocomplete="${autocomplete}"${state(of, form)}>`,
  );
}

/** One of a few, each with the words for it. */
export function choice(
  of: Omit<Field, 'type' | 'keys' | 'autocomplete'>,
  options: readonly (readonly [value: string, words: string])[],
  form: Entered,
): Html {
  const { name, value = '' } = of;
  const chosen = form.values[name] ?? value;
  return around(
    of,
    form,
    html`<select id="${idOf(name)}" name="${name}"${state(of, form)}>${options.map(([each, words]) => html`<option value="${each}"${each === chosen && ' selected'}>${words}</option>`)}</select>`,
  );
}

/** Several lines to type into, one thing in each. The line break behind the tag is not part of the text, however that begins. */
export function lines(of: Omit<Field, 'type' | 'autocomplete'> & Readonly<{ rows: number }>, form: Entered): Html {
  const { name, value = '', rows } = of;
  return around(
    of,
    form,
    html`<textarea id="${idOf(name)}" name="${name}" rows="${rows}" spellcheck="false"${state(of, form)}>\n${form.values[name] ?? value}</textarea>`,
  );
}

/** A point in a name leads into an object, and in an id would be a class to whoever looks for it. */
const idOf = (name: string): string => name.replaceAll('.', '-');

type Labelled = Pick<Field, 'name' | 'label' | 'isOptional'> & Readonly<{ hint?: Html | string }>;

/** A control of another kind, with the same frame; it is told the attributes that follow from what was typed. */
export const framed = (of: Labelled, form: Entered, control: (state: Html) => Html): Html =>
  around(of, form, control(state(of, form)));

/** Any number of these, each with the words for it, and none to begin with: the door takes them severally (`@TakesSeverally`). What was sent and is none of them stays, to be taken out. */
export function several(
  of: Labelled & Readonly<{ other?: (value: string) => string }>,
  options: readonly (readonly [value: string, words: string])[],
  form: Entered,
): Html {
  const { name, label, other = (value) => value } = of;
  const chosen = new Set((form.values[name] ?? '').split(/[\s,]+/).filter((word) => word !== ''));
  const others = [...chosen]
    .filter((value) => !options.some(([option]) => option === value))
    .map((value) => [value, other(value)] as const);
  const all = [...others, ...options];
  return html`<fieldset class="field"${described(of, form)}>
<legend>${label} ${optional}</legend>
${all.length === 0 && html`<p class="none">There is none yet.</p>`}<div class="several">${all.map(([value, words]) => html`<label><input type="checkbox" name="${name}" value="${value}"${chosen.has(value) && ' checked'}> ${words}</label>\n`)}</div>
${notes(of, form)}
</fieldset>`;
}

const optional = html`<span class="optional">(optional)</span>`;

const around = (of: Labelled, form: Entered, control: Html): Html => html`<div class="field">
<label for="${idOf(of.name)}">${of.label}${of.isOptional === true && html` ${optional}`}</label>
${control}
${notes(of, form)}
</div>`;

function notes({ name, label, hint }: Labelled, { faults }: Entered): Html {
  const fault = faults[name];
  return html`${hint !== undefined && html`<p class="hint" id="${idOf(name)}-hint">${hint}</p>`}
${fault !== undefined && html`<p class="fault" id="${idOf(name)}-fault">${inWords(fault, name, label)}</p>`}`;
}

function state(of: Labelled, form: Entered): Html {
  const isFirstWrong = Object.keys(form.faults)[0] === of.name;
  const isWrong = form.faults[of.name] !== undefined;
  return html`${described(of, form)}${isWrong && html` aria-invalid="true"`}${of.isOptional !== true && ' required'}${isFirstWrong && ' autofocus'}`;
}

function described({ name, hint }: Labelled, { faults }: Entered): Html {
  const fault = faults[name] !== undefined;
  const ids = [...(hint === undefined ? [] : [`${idOf(name)}-hint`]), ...(fault ? [`${idOf(name)}-fault`] : [])];
  return html`${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}`;
}

/** What every form carries to show that this service wrote it. */
export function ownForm({ formToken }: Pick<Visit, 'formToken'>): Html {
  return html`<input type="hidden" name="form_token" value="${formToken ?? ''}">`;
}

/** What the form had shown before anybody typed (`asShown` in form-body.ts): what comes back the same is no change. */
export const wasShown = ({ values }: Entered): Html =>
  html`${shownIn(values).map(([name, text]) => html`<input type="hidden" name="${name}" value="${text}">`)}`;

/** A program is told the field's name on the wire; a person reads its label. */
function inWords(fault: string, name: string, label: string): string {
  const words = fault.replace(
    new RegExp(`^${name.split('.').at(-1) ?? name}(:?) `),
    (_, colon: string) => `${label}${colon} `,
  );
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
