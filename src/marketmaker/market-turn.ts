/**
 * One turn of the market maker: which orders it gives for an instrument as the venue is now. The maker's account quotes; that of the
 * flow takes from it now and then, so that there are trades without anybody trading with themselves.
 */
import type { CommandBody, OrderSubmission } from '../engine/command.js';
import type { Instrument } from '../engine/instrument.js';
import { QUANTITY_MAX } from '../engine/risk.js';
import type { State } from '../engine/state.js';
import { type Decimal, decimalText, parseDecimal } from '../money/decimal.js';
import type { Dice } from './dice.js';
import type { Quoted } from './listing.js';
import { type Amendment, amendments, bidOf, ladderAt, type Quote, type Working } from './quote-ladder.js';
import { stepOf, walked, withinReach } from './walk.js';

/** The two accounts of one currency. */
export type Makers = Readonly<{ maker: number; flow: number }>;

/** Chance, where the market is to move; without it, the quotes are only put right. */
export type Turn = Readonly<{ quoted: Quoted; makers: Makers; dice: Dice | null }>;

/** Every third touch of an instrument prints a trade. */
const FLOW = 1 / 3;

/** The maker's own orders by instrument: they are looked for once a turn. */
export function workingOf(state: State, acctId: number): ReadonlyMap<number, Working[]> {
  const found = new Map<number, Working[]>();
  for (const id of state.accounts.get(acctId)?.openOrders ?? []) {
    const order = state.orders.get(id);
    if (order === undefined || order.terms.limitPrice === null) continue;
    const working = {
      orderId: id,
      side: order.origin.side,
      price: order.terms.limitPrice,
      leaves: order.leaves,
      filled: order.filledQuantity,
    };
    const { instrument } = order;
    const known = found.get(instrument.id);
    if (known === undefined) found.set(instrument.id, [working]);
    else known.push(working);
  }
  return found;
}

/** Whether the maker may do anything at all there now. Whatever else forbids an order is left to the venue to say. */
export function isOpenTo(state: State, instrument: Instrument, { maker, flow }: Makers): boolean {
  const areEnabled = [maker, flow].every((acctId) => state.accounts.get(acctId)?.isEnabled === true);
  return areEnabled && instrument.closedBecause() === null;
}

/** The commands of a turn, none where all is well. */
export function turnOf(
  instrument: Instrument,
  working: readonly Working[],
  { quoted, makers, dice }: Turn,
): CommandBody[] {
  const { product } = instrument;
  const { terms, group } = product;
  const written = parseDecimal(quoted.anchor);
  const anchor = written === null ? null : product.units(written);
  if (anchor === null) return [];
  const step = stepOf(anchor, terms);
  const lowest = terms.allowNegativePrices ? -Infinity : terms.tick;
  const reference = instrument.referencePrice;
  const stands = bidOf(working, { step, lowest }) ?? reference ?? anchor;
  const goes = dice === null ? stands : walked(stands, anchor, { step, dice });
  const bid = withinReach(goes, { anchor, reference, bandBasisPoints: group.terms.priceBandBasisPoints }, terms);
  const most = terms.maxOrderQuantity ?? QUANTITY_MAX;
  const quotes = ladderAt(bid, { step, lowest, lot: quoted.lot, most });
  const bodies = amendments(quotes, working, most).map((amendment) => bodyOf(amendment, instrument, makers.maker));
  return dice !== null && dice.next() < FLOW
    ? [...bodies, ...flowOf(quotes, { instrument, acctId: makers.flow, dice })]
    : bodies;
}

/** Somebody takes a little at the best quote, or nothing if it has gone by then. */
function flowOf(
  quotes: readonly Quote[],
  { instrument, acctId, dice }: Readonly<{ instrument: Instrument; acctId: number; dice: Dice }>,
): CommandBody[] {
  const isBuyer = dice.next() < 0.5;
  const taken = quotes.find(({ side }) => side === (isBuyer ? 'Sell' : 'Buy'));
  if (taken === undefined) return [];
  const quantity = 1 + dice.below(Math.max(1, Math.floor(taken.quantity / 5)));
  return [
    submission(
      { side: isBuyer ? 'Buy' : 'Sell', price: taken.price, quantity },
      { instrument, acctId, timeInForce: 'IOC' },
    ),
  ];
}

function bodyOf(amendment: Amendment, instrument: Instrument, acctId: number): CommandBody {
  switch (amendment.kind) {
    case 'submit':
      return submission(amendment.quote, { instrument, acctId, timeInForce: 'GTC' });
    case 'cancel':
      return { type: 'OrderCancellation', ...addressOf(amendment) };
    case 'change': {
      const limitPrice = amendment.price === null ? null : priceIn(instrument, amendment.price);
      return {
        type: 'OrderModification',
        ...addressOf(amendment),
        quantity: amendment.total,
        limitPrice,
        stopPrice: null,
        timeInForce: null,
        expireDate: null,
        expectedVersion: null,
      };
    }
  }
}

const addressOf = ({ orderId }: Readonly<{ orderId: number }>) => ({ orderId, acctId: null, clientOrderId: null });

/** Without client order ids: those are remembered for ever. */
function submission(
  { side, price, quantity }: Quote,
  {
    instrument,
    acctId,
    timeInForce,
  }: Readonly<{ instrument: Instrument; acctId: number }> & Pick<OrderSubmission, 'timeInForce'>,
): OrderSubmission {
  const address = { acctId, instrumentId: instrument.id, clientOrderId: null, tag: null };
  return {
    type: 'LimitOrderSub',
    ...address,
    side,
    quantity,
    timeInForce,
    limitPrice: priceIn(instrument, price),
    stopPrice: null,
    postOnly: false,
    expireDate: null,
  };
}

function priceIn({ product }: Instrument, units: number): Decimal {
  const price = parseDecimal(decimalText(units, product.terms.scale));
  if (price === null) throw new Error(`${units} units of product ${product.terms.id} cannot be written as a price.`);
  return price;
}
