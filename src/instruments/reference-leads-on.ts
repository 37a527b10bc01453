/** Where somebody goes on who created or changed reference data by a form, and what is said there. */
type Typed = Readonly<Record<string, string>>;
type Named = Readonly<{ id: number; symbol: string }>;

export const groupLeadsOn = ({ id, symbol, version }: Named & Readonly<{ version: number }>) => ({
  to: `/productgroups/${id}`,
  saying:
    version === 1
      ? `The group ${symbol} is created. It has no product yet.`
      : `The group ${symbol} is as you see it here, for all of its products.`,
});

export const productLeadsOn = ({ id, symbol, version }: Named & Readonly<{ version: number }>) => ({
  to: `/products/${id}`,
  saying:
    version === 1
      ? `The product ${symbol} is created. Nothing trades until an instrument of it is listed.`
      : `The product ${symbol} is as you see it here.`,
});

export const listedLeadsOn = ({ id, symbol }: Named) => ({
  to: `/instruments/${id}`,
  saying: `${symbol} is listed: orders may name it from now on.`,
});

export function instrumentLeadsOn({ id, symbol, status }: Named & Readonly<{ status: string }>, typed: Typed) {
  const saying: Readonly<Record<string, string>> = {
    Halted: `${symbol} is halted: nothing trades there until you let it go on. Working orders stay where they are.`,
    Open: `${symbol} trades again, while the session of its product is open.`,
    Closed: `${symbol} is closed: orders can only be cancelled.`,
  };
  return {
    to: `/instruments/${id}`,
    saying: (typed['status'] !== undefined && saying[status]) || `${symbol} is as you see it here.`,
  };
}
