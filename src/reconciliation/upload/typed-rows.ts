/** A row of the position form. */
export type TypedRow = Readonly<{ instrument: string; quantity: string; price: string }>;

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
