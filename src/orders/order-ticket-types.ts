import type { OrderSubmissionCommand, TimeInForce } from '../engine/command.js';
import { MARKET_TIMES_IN_FORCE, STOP_TIMES_IN_FORCE, TIMES_IN_FORCE } from './order-action-parser.js';

export type SubmissionType = OrderSubmissionCommand['type'];

/** What a user has to know of an order type: what it does, how long it may work, and which prices it has. */
type TicketType = Readonly<{
  type: SubmissionType;
  label: string;
  description: string;
  times: readonly TimeInForce[];
  prices: readonly ('limit_price' | 'stop_price')[];
}>;

export const TICKET_TYPES: readonly TicketType[] = [
  {
    type: 'LimitOrderSub',
    label: 'Limit',
    description: 'Trades at your price or better; what does not trade at once waits in the book.',
    times: TIMES_IN_FORCE,
    prices: ['limit_price'],
  },
  {
    type: 'MarketOrderSub',
    label: 'Market',
    description: 'Trades at once, at whatever prices there are; what nobody takes is canceled.',
    times: MARKET_TIMES_IN_FORCE,
    prices: [],
  },
  {
    type: 'StopOrderSub',
    label: 'Stop',
    description:
      'Waits until the market trades at the stop price, and is a market order then; if the market is already there, it trades at once.',
    times: STOP_TIMES_IN_FORCE,
    prices: ['stop_price'],
  },
  {
    type: 'StopLimitOrderSub',
    label: 'Stop limit',
    description:
      'Waits until the market trades at the stop price, and is a limit order then; if the market is already there, it begins at once.',
    times: STOP_TIMES_IN_FORCE,
    prices: ['stop_price', 'limit_price'],
  },
];

export const SUBMISSION_TYPES: readonly SubmissionType[] = TICKET_TYPES.map(({ type }) => type);

/** A limit order where nothing else is said. */
export const findTicketType = (type: string | undefined): TicketType =>
  TICKET_TYPES.find((one) => one.type === type) ?? (TICKET_TYPES[0] as TicketType);

/** How long an order works, for people. */
export const timeInForceLabels: Readonly<Record<TimeInForce, string>> = {
  Day: 'Day: until the session closes',
  GTC: 'Good till canceled',
  GTD: 'Good till a date',
  IOC: 'Immediate: what does not trade at once is canceled',
  FOK: 'All or nothing, at once',
};
