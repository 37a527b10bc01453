import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AccountsService } from '../accounts/accounts.service.js';
import type { LiveAccount } from '../accounts/live-account.js';
import { InstrumentsService, type ListedInstrument } from '../instruments/instruments.service.js';

/** What a ticket is opened for. */
type Wanted = Readonly<{ acctId?: number | undefined; instrumentId?: number | undefined; search?: string | undefined; reference?: string | undefined }>;

/** What is known before somebody gives an order. */
export type Ticket = Readonly<{
  accounts: readonly LiveAccount[];
  hasMoreAccounts: boolean;
  instrument: ListedInstrument | null;
  choices: readonly ListedInstrument[];
  hasMoreChoices: boolean;
  /** What the order will be called: whoever sends the same ticket twice makes one order. */
  reference: string;
}>;

/** As many as somebody can look through; whoever has more types a number, or looks for a name. */
const ACCOUNTS_MAX = 100;
const CHOICES_MAX = 100;

/** Tickets: everything that somebody needs in front of them to give an order. */
@Injectable()
export class TicketService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly instruments: InstrumentsService,
  ) {}

  async for(actor: Actor, { acctId, instrumentId, search, reference = newReference() }: Wanted): Promise<Ticket> {
    const found = instrumentId === undefined ? await this.lookFor(actor, search) : [await this.instruments.show(actor, instrumentId)];
    const named = found.find(({ instrument }) => instrument.symbol === search?.toUpperCase());
    const instrument = instrumentId === undefined ? (named ?? (search !== undefined && found.length === 1 ? found[0] : undefined)) : found[0];
    const choices = instrument === undefined ? found.slice(0, CHOICES_MAX) : [];
    const tradable = await this.tradable(actor, acctId);
    const fitting = instrument === undefined ? tradable.accounts : tradable.accounts.filter(({ currency }) => currency === instrument.group.currency);
    return { accounts: fitting, hasMoreAccounts: tradable.hasMore, instrument: instrument ?? null, choices, hasMoreChoices: found.length > CHOICES_MAX, reference };
  }

  private lookFor(actor: Actor, search: string | undefined): Promise<ListedInstrument[]> {
    return this.instruments.list(actor, { size: CHOICES_MAX + 1, after: null, search, statuses: ['Open', 'Halted', 'Closed'] });
  }

  /** Their own first; the one that was asked for among them, if they may trade it. */
  private async tradable(actor: Actor, asked: number | undefined): Promise<Readonly<{ accounts: LiveAccount[]; hasMore: boolean }>> {
    const found = await this.accounts.list(actor, { size: ACCOUNTS_MAX + 1, after: null, ownerId: undefined });
    const listed = found.slice(0, ACCOUNTS_MAX).filter(mayTrade);
    const others = asked === undefined || listed.some(({ id }) => id === asked) ? [] : (await this.accounts.list(actor, { size: 1, after: asked - 1, ownerId: undefined })).filter((one) => one.id === asked && mayTrade(one));
    const isOthers = ({ right }: LiveAccount): number => (right === 'Owner' ? 0 : 1);
    return { accounts: [...listed, ...others].sort((one, other) => isOthers(one) - isOthers(other)), hasMore: found.length > ACCOUNTS_MAX };
  }
}

const mayTrade = ({ right, isEnabled }: LiveAccount): boolean => right !== 'Read' && isEnabled;

/** Nobody else gives an order of an account this name. */
const newReference = (): string => `web-${randomBytes(8).toString('hex')}`;
