/* What is wrong with the entries of a ticket, said where they stand. */
import { type Field, findElement, findField, getElement, getField, readValue } from '../page-parts.js';

const toFieldName = ({ id }: Element): string => id.replace(/-fault$/, '');

const listFaults = (ticket: HTMLFormElement): Element[] => [...ticket.querySelectorAll('.fault')];

/** Whether an order was rejected: the answer names it, or no entry. Entries that cannot be read are in no order. */
export function isRejected(ticket: HTMLFormElement): boolean {
  const refusal = findElement('.refused .refusal', ticket);
  return refusal !== null && (findElement('a', refusal) !== null || listFaults(ticket).length === 0);
}

export function clearFaults(ticket: HTMLFormElement): void {
  for (const fault of ticket.querySelectorAll('.fault, .refusal:not(.misfit)')) fault.remove();
  findElement('.refused', ticket)?.replaceChildren();
  ticket.querySelectorAll('[aria-invalid]').forEach(markValid);
}

function markValid(field: Element): void {
  field.removeAttribute('aria-invalid');
  const others = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => document.getElementById(id));
  if (others.length > 0) field.setAttribute('aria-describedby', others.join(' '));
  else field.removeAttribute('aria-describedby');
}

/** What is said of an entry goes when it is another one, and what is said of them all with the last. The answer of the venue stays until it has another. */
export function clearCorrectedFaults(ticket: HTMLFormElement): void {
  if (isRejected(ticket)) return;
  const corrected = listFaults(ticket).filter((fault) => isCorrected(ticket, toFieldName(fault)));
  for (const fault of corrected) {
    fault.remove();
    const field = document.getElementById(toFieldName(fault));
    if (field) markValid(field);
  }
  if (corrected.length > 0 && listFaults(ticket).length === 0) clearFaults(ticket);
}

function isCorrected(ticket: HTMLFormElement, name: string): boolean {
  if (name === 'side') return readValue(ticket, name) !== '';
  const field = findField(ticket, name);
  return field?.dataset.refused !== undefined && field.dataset.refused !== readEntry(field);
}

const readEntry = (field: Field): string =>
  field instanceof HTMLInputElement && field.type === 'checkbox' ? String(field.checked) : field.value.trim();

/** What was refused has its answer, and no preview. */
export const isRefused = (field: Field): boolean => field.dataset.refused === readEntry(field);

export function clearRefusedEntries(ticket: HTMLFormElement): void {
  for (const field of ticket.querySelectorAll<HTMLElement>('[data-refused]')) delete field.dataset.refused;
}

/** The entries that a page says to be wrong as it comes. */
export function noteRefusedEntries(ticket: HTMLFormElement): void {
  for (const fault of listFaults(ticket)) noteRefusedEntry(findControl(ticket, fault));
}

function noteRefusedEntry(control: Field | null): void {
  if (control) control.dataset.refused = readEntry(control);
}

/** The field of a fault; a side has two. */
function findControl(ticket: HTMLFormElement, fault: Element): Field | null {
  const control = document.getElementById(toFieldName(fault)) as Field | null;
  return control?.form === ticket ? control : null;
}

/** The answer to a form that was refused holds the form again: only what is wrong is taken over, so that what was typed stays. */
export function takeFaults(ticket: HTMLFormElement, fresh: HTMLFormElement): void {
  const faults = listFaults(fresh);
  const place = getElement('.refused', ticket);
  place.replaceChildren(...getElement('.refused', fresh).childNodes);
  for (const fault of faults) takeFault(ticket, fault);
  getField(ticket, 'client_order_id').value = readValue(fresh, 'client_order_id');
  const side = faults.some(({ id }) => id === 'side-fault') ? findElement('[name="side"]', ticket) : null;
  (side ?? findElement('[aria-invalid]', ticket) ?? getElement('[data-send]', ticket)).focus();
  place.scrollIntoView({ block: 'nearest' });
}

function takeFault(ticket: HTMLFormElement, fault: Element): void {
  const name = toFieldName(fault);
  if (!ticket.contains(fault)) ticket.querySelector(`.field.${name}, fieldset.${name}`)?.append(fault);
  const control = findControl(ticket, fault);
  if (control === null) return;
  noteRefusedEntry(control);
  control.setAttribute('aria-invalid', 'true');
  control.setAttribute(
    'aria-describedby',
    [control.getAttribute('aria-describedby'), fault.id].filter(Boolean).join(' '),
  );
  const fold = control.closest('details');
  if (fold) fold.open = true;
}
