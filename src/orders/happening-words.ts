import { figureWords } from './figure-words.js';
import type { HappeningView } from './order-story.view.js';
import type { OrderView } from './order.view.js';
import { cancelWords, priceWords } from './order-words.js';
import { timeWords } from './ticket-types.js';

type Step = NonNullable<HappeningView['step']>;

/** What happened, in a word, and told: `tone` is how it looks. */
export type Told = Readonly<{ what: string; words: string; tone: 'good' | 'bad' | 'warn' | '' }>;

/** One happening of an order's life as a sentence or two, first what it did to the money. */
export function happeningWords(happening: HappeningView, order: OrderView, decimals: number): Told {
  const { step, action } = happening;
  if (step === null) return refusedWords(action);
  return (tellers[step.type] ?? unknown)(happening, step, { ...order, price: (price) => priceWords(price, decimals) });
}

/** An order, and how its prices are written. */
type Telling = OrderView & Readonly<{ price: (of: number | null) => string }>;

type Teller = (happening: HappeningView, step: Step, order: Telling) => Told;

const pastOf = ({ side }: OrderView): string => (side === 'Buy' ? 'bought' : 'sold');

const unknown: Teller = (_happening, step) => ({ what: step.type, words: '', tone: '' });

const accepted: Teller = (_happening, step, order) => ({
  what: 'Accepted',
  words: `To ${order.side.toLowerCase()} ${step.quantity}${termsOf(step, order)}.`,
  tone: 'good',
});

/** At which prices, and how long. */
function termsOf(step: Step, { side, price }: Telling): string {
  const [better, worse] = side === 'Buy' ? ['below', 'above'] : ['above', 'below'];
  const stop =
    step.stop_price !== null && step.state === 'PendingTrigger'
      ? ` once the market trades at ${price(step.stop_price)} or ${worse}`
      : '';
  const limit = step.limit_price === null ? '' : `${stop && ','} at ${price(step.limit_price)} or ${better}`;
  return `${stop}${limit}; ${lifeOf(step)}`;
}

function lifeOf({ time_in_force: life, expire_date: date }: Step): string {
  const words = life === 'GTD' && date !== null ? `Good till ${date}` : timeWords[life];
  return words.charAt(0).toLowerCase() + words.slice(1);
}

const rejected: Teller = ({ action }, step, order) => ({
  what: 'Refused',
  words: `${reasonOf(action) ?? step.reject_code ?? ''} Nothing was ${pastOf(order)}.`,
  tone: 'bad',
});

const traded: Teller = ({ trade }, step, order) => {
  const what = order.side === 'Buy' ? 'Bought' : 'Sold';
  if (trade === null) return { what, words: `${step.filled_quantity} of ${step.quantity} so far.`, tone: 'good' };
  const how = trade.is_taker ? 'It took what waited in the book' : 'It waited in the book and was taken';
  const left =
    step.leaves_quantity === 0
      ? 'that was all of it'
      : `${step.leaves_quantity} ${step.leaves_quantity === 1 ? 'is' : 'are'} still open`;
  return { what: `${what} ${trade.quantity} at ${order.price(trade.price)}`, words: `${how}; ${left}.`, tone: 'good' };
};

const modified: Teller = ({ before }, step, order) => ({
  what: 'Changed',
  words: before === null ? `Now ${step.quantity}${termsOf(step, order)}.` : changesOf(before, step, order),
  tone: 'warn',
});

function changesOf(before: Step, step: Step, { price }: Telling): string {
  const pairs: readonly (readonly [string, string, string])[] = [
    ['quantity', String(before.quantity), String(step.quantity)],
    ['limit', price(before.limit_price), price(step.limit_price)],
    ['stop', price(before.stop_price), price(step.stop_price)],
    ['works', lifeOf(before), lifeOf(step)],
  ];
  const changes = pairs
    .filter(([, was, is]) => was !== is)
    .map(([name, was, is]) => `${name} from ${was || 'none'} to ${is || 'none'}`);
  return changes.length === 0 ? 'The same terms were given again.' : `${sentence(changes.join(', '))}.`;
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const triggered: Teller = ({ trigger_price: trigger }, step, { side, stop_price: stop, limit_price: limit, price }) => {
  const reached =
    trigger === null
      ? `the market trades at ${price(stop)} or ${side === 'Buy' ? 'above' : 'below'}`
      : `the market traded at ${price(trigger)}`;
  return {
    what: 'Stop reached',
    words: `${sentence(reached)}, so it is a ${limit === null ? 'market order' : `limit order at ${price(step.limit_price)}`} now.`,
    tone: 'warn',
  };
};

const cancelled: Teller = ({ by, on_behalf: onBehalf }, step, order) => {
  const reason = step.cancel_reason ?? 'requested';
  const because =
    reason === 'requested' && by === 'you' && onBehalf === null ? 'you asked for it' : cancelWords[reason];
  return { what: 'Cancelled', words: `${sentence(because)}. ${leftover(step, order)}`, tone: '' };
};

const expired: Teller = (_happening, step, order) => ({
  what: 'Expired',
  words: `Its time was over. ${leftover(step, order)}`,
  tone: '',
});

const leftover = ({ quantity, filled_quantity: filled }: Step, order: OrderView): string =>
  filled === 0
    ? `Nothing was ${pastOf(order)}.`
    : `${filled} of ${quantity} were ${pastOf(order)}; the other ${quantity - filled} were not.`;

const tellers: Readonly<Record<string, Teller>> = {
  OrderAccepted: accepted,
  OrderRejected: rejected,
  OrderTraded: traded,
  OrderModified: modified,
  OrderTriggered: triggered,
  OrderCancelled: cancelled,
  OrderExpired: expired,
};

/** Why it was refused, with the figures that are known. */
const reasonOf = (action: HappeningView['action']): string | null =>
  action?.figures ? `${action.detail ?? ''} ${figureWords(action.figures)}` : (action?.detail ?? null);

function refusedWords(action: HappeningView['action']): Told {
  const what =
    action?.action_type === 'OrderCancellation'
      ? 'A cancellation was refused'
      : action?.action_type === 'OrderModification'
        ? 'A change was refused'
        : 'Refused';
  return { what, words: `${reasonOf(action) ?? ''} The order stood as it was.`, tone: 'bad' };
}
