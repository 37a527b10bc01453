import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { VenueClock } from '../clock/venue-clock.service.js';
import type { Actor } from '../access/actor.js';
import { AccountsService } from '../accounts/accounts.service.js';
import type { LiveAccount } from '../accounts/live-account.js';
import type { MarketPause } from './market-pause.js';
import { MarketPauses } from './market-pauses.service.js';
import { InstrumentsService, type ListedInstrument } from '../instruments/instruments.service.js';

/** What a ticket is opened for. */
type Wanted = Readonly<{
  acctId?: number | undefined;
  instrumentId?: number | undefined;
  search?: string | undefined;
  reference?: string | undefined;
}>;

/** What is known before somebody gives an order. */
export type Ticket = Readonly<{
  accounts: readonly LiveAccount[];
  hasMoreAccounts: boolean;
  instrument: ListedInstrument | null;
  choices: readonly ListedInstrument[];
  hasMoreChoices: boolean;
  /** The account that was asked for, where it trades in another currency than the instrument. */
  misfit: LiveAccount | null;
  /** Accounts that the reader sees and cannot trade: the one that was asked for, or some where there is no other. */
  barred: readonly LiveAccount[];
  /** Of those of these instruments that take no orders now, why. */
  pauses: ReadonlyMap<number, MarketPause>;
  /** What the order will be called: whoever sends the same ticket twice makes one order. */
  reference: string;
}>;

/** As many as somebody can look through; whoever has more types a number, or looks for a name. */
const ACCOUNTS_MAX = 100;
const CHOICES_MAX = 100;
/** To understand why there is none to trade, a few are enough. */
const BARRED_MAX = 3;

/** Tickets: everything that somebody needs in front of them to give an order. */
@Injectable()
export class TicketService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly instruments: InstrumentsService,
    private readonly pauses: MarketPauses,
    private readonly clock: VenueClock,
  ) {}

  async for(actor: Actor, { acctId, instrumentId, search, reference = newReference() }: Wanted): Promise<Ticket> {
    const found =
      instrumentId === undefined
        ? await this.lookFor(actor, search)
        : [await this.instruments.show(actor, instrumentId)];
    const instrument = instrumentId === undefined ? named(found, search) : (found[0] ?? null);
    const { accounts, hasMore, barred } = await this.tradable(actor, acctId);
    const asked = accounts.find(({ id }) => id === acctId) ?? null;
    const fits = ({ currency }: LiveAccount): boolean => instrument === null || currency === instrument.group.currency;
    const misfit = asked === null || fits(asked) ? null : asked;
    const choices = instrument === null ? await this.choicesFor(actor, asked, { found, search }) : [];
    const [fitting, shown] = [accounts.filter(fits), choices.slice(0, CHOICES_MAX)];
    const pauses = await this.pauses.of(instrument === null ? shown : [instrument], this.clock.now());
    const untold = barred
      .filter(({ id }) => id === acctId || fitting.length === 0)
      .filter((one) => one.id === acctId || fits(one))
      .slice(0, BARRED_MAX);
    return {
      accounts: fitting,
      hasMoreAccounts: hasMore,
      instrument,
      choices: shown,
      hasMoreChoices: choices.length > CHOICES_MAX,
      misfit,
      barred: untold,
      pauses,
      reference,
    };
  }

  private lookFor(actor: Actor, search: string | undefined, after: number | null = null): Promise<ListedInstrument[]> {
    return this.instruments.list(actor, {
      size: CHOICES_MAX + 1,
      after,
      search,
      statuses: ['Open', 'Halted', 'Closed'],
    });
  }

  private choicesFor(
    actor: Actor,
    asked: LiveAccount | null,
    { found, search }: Readonly<{ found: ListedInstrument[]; search: string | undefined }>,
  ): Promise<ListedInstrument[]> {
    return asked === null ? Promise.resolve(found) : this.choicesIn(actor, asked.currency, search);
  }

  /** What an account can trade: as many as are shown, and one more to know that there are more. */
  private async choicesIn(actor: Actor, wanted: string, search: string | undefined): Promise<ListedInstrument[]> {
    const fitting: ListedInstrument[] = [];
    for (let after: number | null = null; ;) {
      const found = await this.lookFor(actor, search, after);
      fitting.push(...found.filter(({ group }) => group.currency === wanted));
      if (found.length <= CHOICES_MAX || fitting.length > CHOICES_MAX) return fitting;
      after = found.at(-1)?.instrument.id ?? null;
    }
  }

  /** Their own first; the one that was asked for among them, if they may trade it. */
  private async tradable(
    actor: Actor,
    asked: number | undefined,
  ): Promise<Readonly<{ accounts: LiveAccount[]; barred: LiveAccount[]; hasMore: boolean }>> {
    const found = await this.accounts.list(actor, { size: ACCOUNTS_MAX + 1, after: null, ownerId: undefined });
    const listed = found.slice(0, ACCOUNTS_MAX);
    const others =
      asked === undefined || listed.some(({ id }) => id === asked)
        ? []
        : (await this.accounts.list(actor, { size: 1, after: asked - 1, ownerId: undefined })).filter(
            (one) => one.id === asked,
          );
    const all = [...listed, ...others];
    const isOthers = ({ right }: LiveAccount): number => (right === 'Owner' ? 0 : 1);
    return {
      accounts: all.filter(mayTrade).sort((one, other) => isOthers(one) - isOthers(other)),
      barred: all.filter((one) => !mayTrade(one)),
      hasMore: found.length > ACCOUNTS_MAX,
    };
  }
}

/** The one with this symbol, or the only one that was found. */
function named(found: readonly ListedInstrument[], search: string | undefined): ListedInstrument | null {
  const [first, ...others] = found;
  const only = search !== undefined && others.length === 0 ? first : undefined;
  return found.find(({ instrument }) => instrument.symbol === search?.toUpperCase()) ?? only ?? null;
}

const mayTrade = ({ right, isEnabled }: LiveAccount): boolean => right !== 'Read' && isEnabled;

/** Nobody else gives an order of an account this name. */
const newReference = (): string => `web-${randomBytes(8).toString('hex')}`;
