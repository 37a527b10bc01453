import { formatSeparatorHint } from '../pages/number-format.js';
import type { TicketValues } from './trading-rules.js';

const missingFieldText: Readonly<Record<string, string>> = {
  side: 'Choose buy or sell.',
  quantity: 'Enter a quantity as a whole number, such as 5.',
  limit_price: 'Enter a limit price in plain digits.',
  stop_price: 'Enter a stop price in plain digits.',
  time_in_force: 'Choose a time in force.',
  expire_date: 'Choose the last session date.',
  acct_id: 'Choose an account.',
};

const invalidFieldText: Readonly<Record<string, string>> = {
  side: 'Choose buy or sell.',
  quantity: 'Enter the quantity as a whole number, such as 5.',
  limit_price: 'Enter prices in plain digits, such as 4500.25.',
  stop_price: 'Enter prices in plain digits, such as 4500.25.',
  time_in_force: 'This order type does not support that time in force.',
  expire_date: 'The date does not exist: choose another.',
  post_only: 'IOC and FOK orders cannot be post only. Clear post only, or choose another time in force.',
  acct_id: 'Enter the account number.',
  client_order_id: 'A reference has 1 to 64 visible characters.',
  tag: 'A tag has 1 to 64 visible characters.',
};

const numberFields: ReadonlySet<string> = new Set(['quantity', 'limit_price', 'stop_price']);

function describeSeparators(field: string, { [field]: typed = '' }: TicketValues): string | null {
  if (field === 'quantity' && /^[1-9]\d{0,2}\.\d{3}$/.test(typed))
    return `“${typed}” may be ${typed.replace('.', '')} or ${Number(typed)}. Write the quantity without a separator.`;
  return numberFields.has(field) ? formatSeparatorHint(typed) : null;
}

/** What is wrong with how a field is filled in. */
export function describeFieldIssue(field: string, message: string, formValues: TicketValues): string {
  if (message.endsWith('is missing')) return missingFieldText[field] ?? message;
  if (message.includes('is not a field of'))
    return `This order type has no such price: clear the field, or choose another type.`;
  if (field === 'expire_date' && message.includes('belongs to'))
    return 'Only a good-till-date order has a last session: choose that, or clear the date.';
  // It says what was typed, and how to write it.
  if (message.startsWith('“')) return `${message}.`;
  return (
    describeSeparators(field, formValues) ??
    invalidFieldText[field] ??
    (formValues[field] === undefined ? message : `${message}.`)
  );
}
