import type { OrderSubmissionCommand, TimeInForce } from '../../engine/command.js';
import { MARKET_TIMES_IN_FORCE, STOP_TIMES_IN_FORCE, TIMES_IN_FORCE } from '../actions/order-submissions.dto.js';

export type SubmissionType = OrderSubmissionCommand['type'];

/** What a user needs to know of an order type: its effect, times in force and prices. */
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
    description: 'Trades at your limit price or better; the rest waits in the book.',
    times: TIMES_IN_FORCE,
    prices: ['limit_price'],
  },
  {
    type: 'MarketOrderSub',
    label: 'Market',
    description: 'Trades at once at the available prices; the rest is canceled.',
    times: MARKET_TIMES_IN_FORCE,
    prices: [],
  },
  {
    type: 'StopOrderSub',
    label: 'Stop',
    description: 'Becomes a market order when the market trades at the stop price; if it already has, at once.',
    times: STOP_TIMES_IN_FORCE,
    prices: ['stop_price'],
  },
  {
    type: 'StopLimitOrderSub',
    label: 'Stop limit',
    description: 'Becomes a limit order when the market trades at the stop price; if it already has, at once.',
    times: STOP_TIMES_IN_FORCE,
    prices: ['stop_price', 'limit_price'],
  },
];

export const SUBMISSION_TYPES: readonly SubmissionType[] = TICKET_TYPES.map(({ type }) => type);

/** The default is a limit order. */
export const findTicketType = (type: string | undefined): TicketType =>
  TICKET_TYPES.find((one) => one.type === type) ?? (TICKET_TYPES[0] as TicketType);

/** Times in force in words. */
export const timeInForceLabels: Readonly<Record<TimeInForce, string>> = {
  Day: 'Day',
  GTC: 'Good till canceled',
  GTD: 'Good till date',
  IOC: 'Immediate or cancel',
  FOK: 'Fill or kill',
};

/** For the narrow field of a ticket, beside the account. */
export const timeInForceChoices: typeof timeInForceLabels = { ...timeInForceLabels, IOC: 'Immediate (IOC)' };
