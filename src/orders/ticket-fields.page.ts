import type { Entered } from '../http/fields.page.js';
import { type Html, html } from '../http/html.js';

/** A field of a ticket; one that does not fit the type of the order is not there for anybody, and not sent. */
type TicketField = Readonly<{
  name: string;
  label: string;
  hint?: Html | string;
  /** Where else something stands that is to be known here. */
  describedBy?: string;
  is?: 'decimal' | 'numeric' | 'text';
  isOptional?: boolean;
  /** Whether a browser may insist on it; one that depends on another field it may not. */
  isAsked?: boolean;
  fits?: boolean;
}>;

export function typed({ is = 'text', ...of }: TicketField, form: Entered): Html {
  return framed(
    of,
    form,
    html`<input id="${of.name}" name="${of.name}" value="${form.values[of.name] ?? ''}" type="text" inputmode="${is}" autocomplete="off"${state(of, form)}>`,
  );
}

export function dated(of: TicketField, form: Entered): Html {
  return framed(
    of,
    form,
    html`<input id="${of.name}" name="${of.name}" type="date" value="${form.values[of.name] ?? ''}"${state(of, form)}>`,
  );
}

/** `fits` says which choices there are for the order as it is; a script may bring back the others. */
type Choice = Readonly<{ value: string; label: string; fits?: boolean }>;

export function chosen(of: TicketField, choices: readonly Choice[], form: Entered): Html {
  const value = form.values[of.name];
  const isThere = choices.some((choice) => choice.value === value && choice.fits !== false);
  const option = (choice: Choice, index: number): Html => {
    const isChosen = isThere ? choice.value === value : index === choices.findIndex(({ fits }) => fits !== false);
    return html`<option value="${choice.value}"${isChosen && ' selected'}${choice.fits === false && ' hidden disabled'}>${choice.label}</option>`;
  };
  return framed(
    of,
    form,
    html`<select id="${of.name}" name="${of.name}"${state(of, form)}>${choices.map(option)}</select>`,
  );
}

function framed(
  { name, label, hint, isOptional = false, fits = true }: TicketField,
  { faults }: Entered,
  control: Html,
): Html {
  const fault = faults[name];
  return html`<div class="field ${name}"${!fits && ' hidden'}>
<label for="${name}">${label}${isOptional && html` <span class="optional">(optional)</span>`}</label>
${control}
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${fault !== undefined && html`<p class="fault" id="${name}-fault">${fault}</p>`}
</div>`;
}

export function state(of: TicketField, { faults }: Entered): Html {
  const { name, isOptional = false, isAsked = !isOptional, fits = true } = of;
  const ids = described(of, name in faults);
  const isFirstWrong = Object.keys(faults)[0] === name;
  return html`${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}${name in faults && html` aria-invalid="true"`}${isAsked && ' required'}${!fits && ' disabled'}${isFirstWrong && ' autofocus'}`;
}

function described({ name, hint, describedBy }: TicketField, isWrong: boolean): string[] {
  return [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(describedBy === undefined ? [] : [describedBy]),
    ...(isWrong ? [`${name}-fault`] : []),
  ];
}
