import { EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AccountAccessService } from '../accounts/account-access.service.js';
import { UnknownAccount } from '../accounts/account-errors.js';
import { VenueClockService } from '../clock/venue-clock.service.js';
import { runAfterCommit } from '../database/unit-of-work.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import { InconsistentTermsError, PriceOffTickError } from '../instruments/instrument-errors.js';
import { InstrumentsService } from '../instruments/instruments.service.js';
import { type DefinitionViolation, validatePrice } from '../instruments/reference-definitions.js';
import { User } from '../users/user.entity.js';
import { TooManyAlertsError, UnknownAlertError } from './alert-errors.js';
import { ALERTS_MAX } from './alert-limits.js';
import type { AlertState, AlertTerms } from './alert-terms.js';
import { Alert } from './alert.entity.js';
import type { AlertStateChange, NewAlert, NewAlertForm } from './alerts.dto.js';
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
    private readonly access: AccountAccessService,
    private readonly exchange: ExchangeService,
    private readonly evaluation: AlertEvaluationService,
    private readonly clock: VenueClockService,
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
    await this.validate(actor, terms);
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

  /** In a browser: instruments have symbols. */
  async createBySymbol(actor: Actor, { symbol, ...terms }: NewAlertForm): Promise<Alert> {
    const instrument = symbol === undefined ? null : await this.instruments.getBySymbol(actor, symbol);
    return this.create(actor, { ...terms, ...(instrument && { instrument_id: instrument.id }) });
  }

  /** Arms it again, or cancels it. */
  async change(actor: Actor, id: number, { state }: AlertStateChange): Promise<Alert> {
    if (state === 'Active') await this.validate(actor, await this.find(actor, id));
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
    if ((await this.em.nativeDelete(Alert, { id, userId })) === 0) throw new UnknownAlertError();
    await runAfterCommit(() => this.evaluation.forget(id));
  }

  private async validate(actor: Actor, terms: AlertTerms): Promise<void> {
    const violations = terms.kind === 'Price' ? findPriceViolations(terms) : findFillViolations(terms);
    if (violations.length > 0) throw new InconsistentTermsError(violations);
    const { acctId, instrumentId } = terms;
    if (acctId !== null && !(await this.access.findOwnAccounts(actor)).includes(acctId)) throw new UnknownAccount();
    if (instrumentId !== null) await this.validateInstrument(actor, instrumentId, terms.price);
  }

  private async validateInstrument(actor: Actor, instrumentId: number, price: string | null): Promise<void> {
    const { instrument, product } = await this.instruments.get(actor, instrumentId);
    const { symbol } = instrument;
    if (instrument.getStatusAt(this.clock.now()) === 'Expired')
      throw new InconsistentTermsError([{ field: 'instrument_id', message: `${symbol} has expired` }]);
    const violation = price === null ? null : validatePrice(price, product);
    if (violation === 'off_tick') throw new PriceOffTickError(symbol, price ?? '', product.tickSize);
    if (violation === 'not_positive')
      throw new InconsistentTermsError([{ field: 'price', message: `prices of ${symbol} are greater than 0` }]);
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

const findPriceViolations = ({ instrumentId, direction, price, acctId }: AlertTerms): DefinitionViolation[] => [
  ...require(instrumentId, 'instrument_id'),
  ...require(direction, 'direction'),
  ...require(price, 'price'),
  ...reject(acctId, 'acct_id', 'price'),
];

const findFillViolations = ({ side, direction, price }: AlertTerms): DefinitionViolation[] => [
  ...reject(side, 'side', 'fill'),
  ...reject(direction, 'direction', 'fill'),
  ...reject(price, 'price', 'fill'),
];

const require = (value: unknown, field: string): DefinitionViolation[] =>
  value === null ? [{ field, message: `${field} is missing: a price alert needs one` }] : [];

const reject = (value: unknown, field: string, kind: string): DefinitionViolation[] =>
  value === null ? [] : [{ field, message: `${field} must be left out: a ${kind} alert has none` }];
