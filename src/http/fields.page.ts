import { type Html, html } from './html.js';
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
export function entered(problem: Problem, sent: Readonly<Record<string, string>>, fieldOf: Readonly<Record<string, string>> = {}): Entered {
  const field = fieldOf[problem.code];
  const faults: Record<string, string> = field === undefined ? {} : { [field]: problem.detail };
  for (const { pointer, message } of problem.errors ?? []) faults[pointer.replace(/^\//, '')] ??= message;
  const count = Object.keys(faults).length;
  const refusal = count === 0 ? problem.detail : count === 1 ? 'One field needs another look.' : `${count} fields need another look.`;
  return { values: sent, faults, refusal };
}

/** What a form says at its top when it was refused. */
export function refusalOf({ refusal }: Entered): Html | null {
  return refusal === null ? null : html`<p class="refusal" role="alert">${refusal}</p>`;
}

type Field = Readonly<{
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  autocomplete: string;
  hint?: string;
  isOptional?: boolean;
  /** What stands in it before anybody has typed. */
  value?: string;
}>;

/** A line to type into, with its label, its hint and what is wrong with it. A password is never filled in again. */
export function field(of: Field, form: Entered): Html {
  const { name, label, hint, isOptional = false } = of;
  const fault = form.faults[name];
  return html`<div class="field">
<label for="${name}">${label}${isOptional && html` <span class="optional">(optional)</span>`}</label>
<input id="${name}" name="${name}"${filled(of, form)}${described(of, form)}${!isOptional && ' required'}${isFirstWrong(name, form) && ' autofocus'}>
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${fault !== undefined && html`<p class="fault" id="${name}-fault">${inWords(fault, name, label)}</p>`}
</div>`;
}

function filled({ name, type = 'text', value = '', autocomplete }: Field, { values }: Entered): Html {
  return html` type="${type}"${type !== 'password' && html` value="${values[name] ?? value}"`} autocomplete="${autocomplete}"`;
}

function described({ name, hint }: Field, { faults }: Entered): Html {
  const fault = faults[name] !== undefined;
  const ids = [...(hint === undefined ? [] : [`${name}-hint`]), ...(fault ? [`${name}-fault`] : [])];
  return html`${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}${fault && html` aria-invalid="true"`}`;
}

function isFirstWrong(name: string, { faults }: Entered): boolean {
  return Object.keys(faults)[0] === name;
}

/** What every form carries to show that this service wrote it. */
export function ownForm({ formToken }: Pick<Visit, 'formToken'>): Html {
  return html`<input type="hidden" name="form_token" value="${formToken ?? ''}">`;
}

/** A program is told the field's name on the wire; a person reads its label. */
function inWords(fault: string, name: string, label: string): string {
  const words = fault.startsWith(`${name} `) ? `${label}${fault.slice(name.length)}` : fault;
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
