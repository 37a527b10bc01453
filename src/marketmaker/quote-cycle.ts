/**
 * One turn of the market maker: which orders it gives for an instrument as the venue is now. The maker's account quotes; that of the
 * flow takes from it now and then, so that there are trades without anybody trading with themselves.
 */
import type { CommandBody, OrderSubmissionCommand } from '../engine/command.js';
import type { Instrument } from '../engine/instrument.js';
import { QUANTITY_MAX } from '../engine/risk.js';
import type { State } from '../engine/state.js';
import { type Decimal, formatDecimal, parseDecimal } from '../money/decimal.js';
import { type SeededRandom, calculateStep, moveBid, clampToBand } from './random-walk.js';
import type { QuotedInstrument } from './quoted-instruments.service.js';
import {
  type Amendment,
  planAmendments,
  estimateBid,
  buildLadder,
  type Quote,
  type WorkingQuote,
} from './quote-ladder.js';

/** The two accounts of one currency. */
export type MarketMakerAccountPair = Readonly<{ maker: number; flow: number }>;

/** Chance, where the market is to move; without it, the quotes are only put right. */
export type QuoteCycle = Readonly<{
  quoted: QuotedInstrument;
  makers: MarketMakerAccountPair;
  random: SeededRandom | null;
}>;

/** Every third touch of an instrument prints a trade. */
const FLOW_PROBABILITY = 1 / 3;

/** The maker's own orders by instrument: they are looked for once a turn. */
export function findWorkingOrders(state: State, acctId: number): ReadonlyMap<number, WorkingQuote[]> {
  const workingByInstrument = new Map<number, WorkingQuote[]>();
  for (const id of state.accounts.get(acctId)?.openOrders ?? []) {
    const order = state.orders.peek(id);
    if (order === undefined || order.terms.limitPrice === null) continue;
    const working = {
      orderId: id,
      side: order.origin.side,
      price: order.terms.limitPrice,
      leaves: order.leaves,
      filled: order.filledQuantity,
    };
    const { instrument } = order;
    const known = workingByInstrument.get(instrument.id);
    if (known === undefined) workingByInstrument.set(instrument.id, [working]);
    else known.push(working);
  }
  return workingByInstrument;
}

/** Whether the maker may do anything at all there now. Whatever else forbids an order is left to the venue to say. */
export function canQuote(state: State, instrument: Instrument, { maker, flow }: MarketMakerAccountPair): boolean {
  const areEnabled = [maker, flow].every((acctId) => state.accounts.get(acctId)?.isEnabled === true);
  return areEnabled && instrument.findClosedRefusal() === null;
}

/** The commands of a turn, none where all is well. */
export function planQuoteCycle(
  instrument: Instrument,
  working: readonly WorkingQuote[],
  { quoted, makers, random }: QuoteCycle,
): CommandBody[] {
  const { product } = instrument;
  const { terms, group } = product;
  const anchorDecimal = parseDecimal(quoted.anchor);
  const anchor = anchorDecimal === null ? null : product.toUnits(anchorDecimal);
  if (typeof anchor !== 'number') return [];
  const step = calculateStep(anchor, terms);
  const lowest = terms.allowNegativePrices ? -Infinity : terms.tick;
  const reference = instrument.referencePrice;
  const currentBid = estimateBid(working, { step, lowest }) ?? reference ?? anchor;
  const nextBid = random === null ? currentBid : moveBid(currentBid, anchor, { step, random });
  const bid = clampToBand(nextBid, { anchor, reference, bandBasisPoints: group.terms.priceBandBasisPoints }, terms);
  const maxQuantity = terms.maxOrderQuantity ?? QUANTITY_MAX;
  const quotes = buildLadder(bid, { step, lowest, lot: quoted.lot, maxQuantity });
  const bodies = planAmendments(quotes, working, maxQuantity).map((amendment) =>
    toCommand(amendment, instrument, makers.maker),
  );
  return random !== null && random.next() < FLOW_PROBABILITY
    ? [...bodies, ...planFlowOrder(quotes, { instrument, acctId: makers.flow, random })]
    : bodies;
}

/** A small order against the best quote, or none if it has gone by then. */
function planFlowOrder(
  quotes: readonly Quote[],
  { instrument, acctId, random }: Readonly<{ instrument: Instrument; acctId: number; random: SeededRandom }>,
): CommandBody[] {
  const isBuyer = random.next() < 0.5;
  const bestQuote = quotes.find(({ side }) => side === (isBuyer ? 'Sell' : 'Buy'));
  if (bestQuote === undefined) return [];
  const quantity = 1 + random.nextBelow(Math.max(1, Math.floor(bestQuote.quantity / 5)));
  return [
    toSubmission(
      { side: isBuyer ? 'Buy' : 'Sell', price: bestQuote.price, quantity },
      { instrument, acctId, timeInForce: 'IOC' },
    ),
  ];
}

function toCommand(amendment: Amendment, instrument: Instrument, acctId: number): CommandBody {
  switch (amendment.kind) {
    case 'submit':
      return toSubmission(amendment.quote, { instrument, acctId, timeInForce: 'GTC' });
    case 'cancel':
      return { type: 'OrderCancellation', ...toOrderAddress(amendment) };
    case 'change': {
      const limitPrice = amendment.price === null ? null : toPrice(instrument, amendment.price);
      return {
        type: 'OrderModification',
        ...toOrderAddress(amendment),
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

const toOrderAddress = ({ orderId }: Readonly<{ orderId: number }>) => ({ orderId, acctId: null, clientOrderId: null });

/** Without client order ids: those are remembered for ever. */
function toSubmission(
  { side, price, quantity }: Quote,
  {
    instrument,
    acctId,
    timeInForce,
  }: Readonly<{ instrument: Instrument; acctId: number }> & Pick<OrderSubmissionCommand, 'timeInForce'>,
): OrderSubmissionCommand {
  const address = { acctId, instrumentId: instrument.id, clientOrderId: null, tag: null };
  return {
    type: 'LimitOrderSub',
    ...address,
    side,
    quantity,
    timeInForce,
    limitPrice: toPrice(instrument, price),
    stopPrice: null,
    postOnly: false,
    expireDate: null,
  };
}

function toPrice({ product }: Instrument, units: number): Decimal {
  const price = parseDecimal(formatDecimal(units, product.terms.scale));
  if (price === null) throw new Error(`${units} units of product ${product.terms.id} cannot be written as a price.`);
  return price;
}
