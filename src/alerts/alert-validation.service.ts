import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AccountAccessService } from '../accounts/account-access.service.js';
import { UnknownAccountError } from '../accounts/account-errors.js';
import { VenueClockService } from '../clock/venue-clock.service.js';
import { InconsistentTermsError } from '../instruments/instrument-errors.js';
import { InstrumentsService } from '../instruments/instruments.service.js';
import type { DefinitionViolation } from '../instruments/reference-definitions.js';
import type { AlertTerms } from './alert-terms.js';

/** Checks what an alert waits for, when it is created and when it is armed again. */
@Injectable()
export class AlertValidationService {
  constructor(
    private readonly instruments: InstrumentsService,
    private readonly access: AccountAccessService,
    private readonly clock: VenueClockService,
  ) {}

  async validate(actor: Actor, terms: AlertTerms): Promise<void> {
    const violations = terms.kind === 'Price' ? findPriceViolations(terms) : findFillViolations(terms);
    if (violations.length > 0) throw new InconsistentTermsError(violations);
    const { acctId, instrumentId } = terms;
    if (acctId !== null && !(await this.access.findOwnAccounts(actor)).includes(acctId))
      throw new UnknownAccountError();
    if (instrumentId !== null) await this.validateInstrument(actor, instrumentId, terms.price);
  }

  private async validateInstrument(actor: Actor, instrumentId: number, price: string | null): Promise<void> {
    const { instrument, product } = await this.instruments.get(actor, instrumentId);
    const { symbol } = instrument;
    if (instrument.getStatusAt(this.clock.now()) === 'Expired')
      throw new InconsistentTermsError([{ field: 'instrument_id', message: `${symbol} has expired` }]);
    if (price !== null)
      instrument.requirePrice(price, product, { field: 'price', message: `prices of ${symbol} are greater than 0` });
  }
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
