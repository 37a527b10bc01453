import { EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { runAfterCommit } from '../database/unit-of-work.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import type { InstrumentEntity } from '../instruments/instrument.entity.js';
import { UnknownSymbolError } from '../instruments/instrument-errors.js';
import { InstrumentsService } from '../instruments/instruments.service.js';
import { User } from '../users/user.entity.js';
import { formatDecimal, isAtMost, isPositive, multiplyDecimal, normalizeDecimal } from '../money/decimal.js';
import { MalformedPriceError, TooManyAlertsError, UnknownAlertError } from './alert-errors.js';
import { type AlertMarket, type AlertSide, type AlertState, type AlertTerms, ALERTS_MAX } from './alert-terms.js';
import { Alert } from './alert.entity.js';
import type { AlertStateChange, NewAlert, NewAlertForm } from './alerts.dto.js';
import { AlertValidationService } from './alert-validation.service.js';
import { AlertEvaluationService } from './evaluation/alert-evaluation.service.js';

type AlertFilter = Readonly<{
  size: number;
  after: number;
  states?: readonly AlertState[] | undefined;
  instrumentId?: number | undefined;
}>;

/** Manages the alerts of a user. Nobody else sees them; an administrator who acts for the user does. */
@Injectable()
export class AlertsService {
  constructor(
    private readonly em: EntityManager,
    private readonly instruments: InstrumentsService,
    private readonly validation: AlertValidationService,
    private readonly exchange: ExchangeService,
    private readonly evaluation: AlertEvaluationService,
  ) {}

  async list({ userId }: Actor, { size, after, states, instrumentId }: AlertFilter): Promise<Alert[]> {
    const conditions: FilterQuery<Alert>[] = [{ userId, id: { $gt: after } }];
    if (states !== undefined) conditions.push({ state: { $in: [...states] } });
    if (instrumentId !== undefined) conditions.push({ instrumentId });
    return this.em.find(Alert, { $and: conditions }, { orderBy: { id: 'asc' }, limit: size });
  }

  /** The owner is part of the query, so that another user's alert and an unknown one cannot be distinguished. */
  async find({ userId }: Actor, id: number): Promise<Alert> {
    const alert = await this.em.findOne(Alert, { id, userId });
    if (!alert) throw new UnknownAlertError();
    return alert;
  }

  /** The user's row is locked while their alerts are counted. */
  async create(actor: Actor, body: NewAlert): Promise<Alert> {
    const { userId } = actor;
    const terms = toTerms(body);
    await this.validation.validate(actor, terms);
    const since = await this.exchange.look(({ counters }) => counters.trade);
    const alert = await this.em.transactional(async (em) => {
      const options = { fields: ['id'], lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true } as const;
      await em.findOne(User, { id: userId }, options);
      if ((await em.count(Alert, { userId })) >= ALERTS_MAX) throw new TooManyAlertsError();
      const created = new Alert(userId, since, terms);
      await em.persist(created).flush();
      return created;
    });
    await runAfterCommit(() => this.evaluation.watch(alert));
    return alert;
  }

  /** In a browser: instruments have symbols. A user who mistypes symbol and price learns of both at once. */
  async createBySymbol(actor: Actor, { symbol, price: typed, ...terms }: NewAlertForm): Promise<Alert> {
    const price = typed === undefined ? undefined : normalizeDecimal(typed);
    const instrument = symbol === undefined ? null : await this.findBySymbol(actor, symbol);
    const unknownSymbol = instrument instanceof UnknownSymbolError ? instrument : null;
    if (price === null) throw new MalformedPriceError(unknownSymbol?.issues);
    if (instrument instanceof UnknownSymbolError) throw instrument;
    return this.create(actor, {
      ...terms,
      ...(price !== undefined && { price }),
      ...(instrument && { instrument_id: instrument.id }),
    });
  }

  private findBySymbol(actor: Actor, symbol: string): Promise<InstrumentEntity | UnknownSymbolError> {
    return this.instruments.getBySymbol(actor, symbol).catch((error: unknown) => {
      if (error instanceof UnknownSymbolError) return error;
      throw error;
    });
  }

  /** After `create` or `change`: whether it has triggered at once. Its triggers are stored then. */
  async hasTriggeredAtOnce({ id, triggers }: Alert): Promise<boolean> {
    await this.evaluation.waitForTriggers(id);
    const stored = await this.em.fork().findOne(Alert, id);
    return stored !== null && stored.triggers > triggers;
  }

  /** The number of the last trigger of all. */
  get latestNotice(): number | null {
    return this.evaluation.latestNotice;
  }

  /** The price in the market, where that of an alert is more than twice or less than half of it: a digit may be missing. */
  async findDistantMarket({ instrumentId, side, price }: AlertTerms): Promise<string | null> {
    if (instrumentId === null || side === null || price === null) return null;
    const market = (await this.findMarket(instrumentId))?.[side] ?? null;
    if (market === null || !isPositive(market)) return null;
    const isNear = isAtMost(price, multiplyDecimal(market, 2)) && isAtMost(market, multiplyDecimal(price, 2));
    return isNear ? null : market;
  }

  /** The last price and the best prices; null of an instrument that the venue does not know. */
  findMarket(instrumentId: number): Promise<AlertMarket | null> {
    return this.exchange.look(({ instruments }) => {
      const { board, product } = instruments.get(instrumentId) ?? {};
      if (board === undefined || product === undefined) return null;
      const read = (side: AlertSide): string | null => {
        const units = board.findItem(side)?.price ?? null;
        return units === null ? null : formatDecimal(units, product.terms.scale);
      };
      return { instrumentId, Last: read('Last'), Buy: read('Buy'), Sell: read('Sell') };
    });
  }

  /** Arms it again, or cancels it. */
  async change(actor: Actor, id: number, { state }: AlertStateChange): Promise<Alert> {
    if (state === 'Active') await this.validation.validate(actor, await this.find(actor, id));
    const since = await this.exchange.look(({ counters }) => counters.trade);
    const alert = await this.em.transactional(async (em) => {
      const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
      const found = await em.findOne(Alert, { id, userId: actor.userId }, options);
      if (!found) throw new UnknownAlertError();
      if (state === 'Cancelled') found.cancel();
      else if (found.state !== 'Active') found.arm(since);
      await em.flush();
      return found;
    });
    await runAfterCommit(() => (state === 'Active' ? this.evaluation.watch(alert) : this.evaluation.forget(id)));
    return alert;
  }

  async remove({ userId }: Actor, { id }: Alert): Promise<void> {
    const lastWatch = this.evaluation.findLastWatch(userId);
    const hasOthers = (await this.em.count(Alert, { userId, id: { $ne: id } })) > 0;
    if ((await this.em.nativeDelete(Alert, { id, userId })) === 0) throw new UnknownAlertError();
    await runAfterCommit(() => {
      this.evaluation.forget(id);
      if (!hasOthers) this.evaluation.forgetOwner(userId, lastWatch);
    });
  }
}

function toTerms({ kind, instrument_id: instrumentId, acct_id: acctId, price, ...rest }: NewAlert): AlertTerms {
  const { side, direction, note = '', repeat = false } = rest;
  return {
    kind,
    instrumentId: instrumentId ?? null,
    acctId: acctId ?? null,
    side: side ?? (kind === 'Price' ? 'Last' : null),
    direction: direction ?? null,
    price: price === undefined ? null : String(price),
    note,
    repeat,
  };
}
