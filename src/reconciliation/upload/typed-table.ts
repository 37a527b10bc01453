/** Tables made of what was typed into a form, so that it takes the same way as an upload. */
import { haveDecimalCommas } from '../../money/decimal-sign.js';
import { toDigits } from '../../pages/number-format.js';
import type { ReferenceDraft } from '../positions/reference-drafts.service.js';
import { toStatedPositionView } from '../positions/reference-positions.view.js';
import { COLUMNS } from './statement-table.js';

/** A row of the position form. */
type TypedRow = Readonly<{ instrument: string; quantity: string; price: string }>;

/** The rows of a form in their order, without empty rows and without fields that are not rows. */
export function parseTypedRows(rows: Readonly<Record<string, unknown>>): TypedRow[] {
  const numbered = Object.entries(rows).filter(
    ([name, row]) => /^\d{1,4}$/.test(name) && typeof row === 'object' && row !== null,
  );
  return numbered
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([, row]) => row as Readonly<Record<string, unknown>>)
    .map((row) => ({
      instrument: toText(row['instrument']),
      quantity: toText(row['quantity']),
      price: toText(row['price']),
    }))
    .filter(({ instrument, quantity, price }) => instrument + quantity + price !== '');
}

const toText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Builds the table from the values of a form. The cells are in the order of the columns. */
export const writeMoneyTable = (cells: readonly string[]): string =>
  `${COLUMNS.money.join(',')}\n${cells.map(quoteCell).join(',')}`;

const quoteCell = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** Builds the table from the rows of a form. */
export function writePositionTable(acctId: string, asOf: string, rows: readonly TypedRow[]): string {
  const cells =
    rows.length === 0 ? [['', '', '']] : rows.map(({ instrument, quantity, price }) => [instrument, quantity, price]);
  // Only a table without commas between its cells has decimal commas.
  const separator = haveDecimalCommas(rows.map(({ price }) => price)) ? ';' : ',';
  const lines = cells.map((row) => [acctId, asOf, ...row].map(quoteCell).join(separator));
  return [COLUMNS.positions.join(separator), ...lines].join('\n');
}

/** Builds the table from a draft, as if it had been typed. */
export const writeDraftTable = ({ acctId, asOf, rows }: ReferenceDraft): string =>
  writePositionTable(
    String(acctId),
    asOf ?? '',
    rows
      .map(toStatedPositionView)
      .map((row) => ({
        instrument: String(row.instrument_id),
        quantity: String(row.quantity),
        price: toDigits(row.price) ?? '',
      })),
  );
