/** A price in units of 10^-(the product's scale + `extraDecimals`). Prices of the market have no extra decimals. */
export type ExactPrice = Readonly<{ price: number; extraDecimals: number }>;

export const NO_PRICE: ExactPrice = { price: 0, extraDecimals: 0 };

/** A price of the market, which a reference may take the place of. */
export const toMarketPrice = (price: number | null | undefined): ExactPrice | null =>
  price === null || price === undefined ? null : { price, extraDecimals: 0 };
