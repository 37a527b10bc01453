/** The page after reference data was created or changed by a form, and its flash message. */
type SubmittedFields = Readonly<Record<string, string>>;
type NamedResource = Readonly<{ id: number; symbol: string }>;

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

export function redirectAfterInstrumentUpdate(
  { id, symbol, status }: NamedResource & Readonly<{ status: string }>,
  submitted: SubmittedFields,
) {
  const saying: Readonly<Record<string, string>> = {
    Halted: `${symbol} is halted: nothing trades there until you let it go on. Working orders stay where they are.`,
    Open: `${symbol} trades again, while the session of its product is open.`,
    Closed: `${symbol} is closed: orders can only be canceled.`,
  };
  return {
    to: `/instruments/${id}`,
    saying: (submitted['status'] !== undefined && saying[status]) || `${symbol} is as you see it here.`,
  };
}
