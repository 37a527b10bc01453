import { IsIn } from 'class-validator';
import { combine, Optional } from '../http/fields.decorator.js';

const MARKET_MAKER_CHOICES = ['with', 'without'] as const;

/** Whether a list has the accounts of the sandbox's market maker. */
export type MarketMakerChoice = (typeof MARKET_MAKER_CHOICES)[number];

/** `isForBrowser`: a user reads the list. `isNarrowed`: it is of certain accounts, owners or orders, and has whichever these are. */
export type MarketMakerQuestion = Readonly<{
  choice: MarketMakerChoice | undefined;
  isForBrowser: boolean;
  isNarrowed: boolean;
}>;

/** The choice in a query. Without one, programs get these accounts; a page for administrators that is not of certain accounts has none of them. */
export const IsMarketMakerChoice = (): PropertyDecorator => combine(Optional(), IsIn(MARKET_MAKER_CHOICES));

/** The rows of a list with the choice that its page offers, if any. JSON omits properties of an array. */
export type WithMarketMakerChoice<View> = readonly View[] & { marketMaker?: MarketMakerChoice | null };
