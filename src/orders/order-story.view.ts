import type { ProblemFigures } from '../errors/problem-figures.view.js';
import { momentText } from '../exchange/wire/moment-text.js';
import { priceOf } from '../exchange/wire/price-to-wire.js';
import { orderStepView } from './order-step.view.js';
import { refusalFiguresView } from './refusal-figures.view.js';
import type { Author, OrderStory, StoryAction, StoryTrade } from './order-story.js';

type OnBehalf = Readonly<{ user_id: number; acting_user_id: number }>;

/** One thing that happened to an order; only a page tells it. */
export type HappeningView = Readonly<{
  /** @format date-time */
  time: string;
  /** The step that it was, and the one before; null of what was refused. */
  step: ReturnType<typeof orderStepView> | null;
  before: ReturnType<typeof orderStepView> | null;
  trade: Readonly<{ price: number; quantity: number; is_taker: boolean }> | null;
  trigger_price: number | null;
  action: Readonly<{
    action_type: string;
    code: string | null;
    detail: string | null;
    figures: ProblemFigures | null;
  }> | null;
  by: Author;
  /** Null of what the venue did. */
  acting_user_id: number | null;
  /** Both people, where an administrator acted for a customer. */
  on_behalf: OnBehalf | null;
}>;

/** The life of an order in its order: its steps, and between them what was asked of it and refused. */
export function happeningsView({
  order,
  steps,
  actions,
  trades,
  triggerPrice,
}: Omit<OrderStory, 'bar' | 'pause'>): HappeningView[] {
  const { scale } = order;
  const known = new Map(actions.map((action) => [action.actionId, action]));
  const traded = new Map(trades.map((trade) => [trade.id, trade]));
  const views = steps.map(orderStepView);
  const told = steps.map(({ step, actionId }, index): HappeningView => {
    const action = known.get(actionId ?? 0);
    return {
      time: momentText(step.at),
      step: views[index] ?? null,
      before: views[index - 1] ?? null,
      trade: tradeView(traded.get(step.tradeId ?? 0), scale),
      trigger_price: step.type === 'OrderTriggered' ? priceOf(triggerPrice, scale) : null,
      action: action === undefined ? null : actionView(action),
      by: action === undefined ? 'venue' : action.by,
      acting_user_id: action?.actingUserId ?? null,
      on_behalf: onBehalfView(action),
    };
  });
  const stepped = new Set(steps.map(({ actionId }) => actionId));
  const refused = actions.filter((action) => action.refusal !== null && !stepped.has(action.actionId)).map(refusedView);
  return [...told, ...refused].sort((one, other) => one.time.localeCompare(other.time));
}

const tradeView = (trade: StoryTrade | undefined, scale: number): HappeningView['trade'] =>
  trade === undefined
    ? null
    : { price: priceOf(trade.price, scale), quantity: trade.quantity, is_taker: trade.isTaker };

const onBehalfView = (action: StoryAction | undefined): OnBehalf | null =>
  action?.onBehalf ? { user_id: action.onBehalf.userId, acting_user_id: action.onBehalf.actingUserId } : null;

const actionView = ({ type, refusal }: StoryAction): HappeningView['action'] => ({
  action_type: type,
  code: refusal?.code ?? null,
  detail: refusal?.detail ?? null,
  figures: refusal?.figures ? refusalFiguresView(refusal.figures) : null,
});

const refusedView = (action: StoryAction): HappeningView => ({
  time: momentText(action.at),
  step: null,
  before: null,
  trade: null,
  trigger_price: null,
  action: actionView(action),
  by: action.by,
  acting_user_id: action.actingUserId,
  on_behalf: onBehalfView(action),
});
