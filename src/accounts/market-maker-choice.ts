export const MARKET_MAKER_CHOICES = ['with', 'without'] as const;

/** Whether a list has the accounts of the sandbox's market maker. */
export type MarketMakerChoice = (typeof MARKET_MAKER_CHOICES)[number];
