import { multiplyDecimal } from '../../money/decimal.js';
import type { InstrumentEntity } from '../instrument.entity.js';
import type { ProductEntity } from '../products/product.entity.js';
import type { ProductGroupEntity } from '../groups/product-group.entity.js';
import { type ContractMonth, listNextContracts } from './contract-months.js';
import { findSandboxPlan, type SandboxGroup, type SandboxProduct } from './sandbox-market.js';

type Listing = Readonly<{ group: ProductGroupEntity; product: ProductEntity }>;

/** A contract with its price at the listing. */
export type PricedContract = Readonly<{ symbol: string; expiration: string | null; price: string }>;

/** The contracts of a product that are listed at a moment; a share is its only one. Prices are on the product's current tick. */
export function listPricedContracts(
  { isBusinessDay }: Pick<SandboxGroup, 'isBusinessDay'>,
  { terms: { symbol }, series, priceTicks, carryTicks }: SandboxProduct,
  { group, product, now }: Listing & Readonly<{ now: number }>,
): PricedContract[] {
  const contracts: readonly (Omit<ContractMonth, 'expiration'> & Pick<PricedContract, 'expiration'>)[] =
    series === null
      ? [{ symbol, expiration: null }]
      : listNextContracts({ ...series, symbol, isBusinessDay }, group.createCalendar(product), now);
  return contracts.map((contract, index) => ({
    ...contract,
    price: multiplyDecimal(product.tickSize, priceTicks + index * carryTicks),
  }));
}

/** The price that the sandbox listed an instrument at, whatever has become of it since; null for what a user has added. */
export function findListingPrice({
  group,
  product,
  instrument,
}: Listing & Readonly<{ instrument: InstrumentEntity }>): string | null {
  const plan = findSandboxPlan(group.symbol, product.symbol);
  if (plan === undefined) return null;
  const contracts = listPricedContracts(plan.group, plan.product, {
    ...{ group, product },
    now: instrument.createdAt.getTime(),
  });
  return contracts.find(({ symbol }) => symbol === instrument.symbol)?.price ?? null;
}
