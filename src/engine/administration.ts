/** Accounts and reference data: what the administration of the venue opens, limits, grants and defines. */
import { EngineAccount } from './account.js';
import type { AccountCommand, ProductTerms, ReferenceCommand, RulesCommand } from './command.js';
import { Instrument } from './instrument.js';
import { type LargeCommands, toOrderSelection } from './large-commands.js';
import type { Outbox } from './outbox.js';
import { Product, ProductGroup } from './product.js';
import { type Refusal, refuse } from './refusal.js';
import { QUANTITY_MAX } from './risk.js';
import { CURRENT_RULES } from './rules.js';
import type { State } from './state.js';

const SCALE_MAX = 9;
const UNKNOWN_PRODUCT = refuse('unknown_product', 'There is no such product.');

export class Administration {
  constructor(
    private readonly state: State,
    private readonly out: Outbox,
    private readonly large: LargeCommands,
  ) {}

  changeAccount(command: AccountCommand): Refusal | null {
    if (command.type === 'OpenAccount') return this.openAccount(command);
    const account = this.state.accounts.get(command.acctId);
    if (account === undefined) return refuse('unknown_account', 'There is no such account.');
    if (command.type === 'GrantAccount') {
      const { acctId, userId, access } = command;
      if (access === null) account.grants.delete(userId);
      else account.grants.set(userId, access);
      this.out.emit({ type: 'AccountGranted', acctId, userId, access });
      return null;
    }
    if (command.type === 'ChangeAccount') {
      account.name = command.name ?? account.name;
      account.limits = command.limits ?? account.limits;
    } else account.isEnabled = command.type === 'EnableAccount';
    this.emitAccountChanged(account);
    // A disabled account that is changed has no orders, or a pending command that ends them.
    if (command.type === 'DisableAccount') this.cancelOrders(account, command);
    return null;
  }

  /** Rules that this engine does not know would be carried out wrongly, and older ones never come back. */
  adoptRules({ rules }: RulesCommand): Refusal | null {
    if (rules > CURRENT_RULES)
      throw new Error(`The journal follows rules ${rules}; this version knows those up to ${CURRENT_RULES}.`);
    if (rules <= this.state.counters.rules)
      return refuse('rules_out_of_turn', `Rules ${this.state.counters.rules} are in force.`);
    this.state.counters.rules = rules;
    this.out.emit({ type: 'RulesAdopted', rules });
    return null;
  }

  define(command: ReferenceCommand): Refusal | null {
    switch (command.type) {
      case 'DefineProductGroup':
        return this.defineGroup(command);
      case 'DefineProduct':
        return this.defineProduct(command);
      case 'DefineInstrument':
        return this.defineInstrument(command);
    }
  }

  private openAccount({ acctId, ...terms }: Extract<AccountCommand, { type: 'OpenAccount' }>): Refusal | null {
    if (this.state.accounts.has(acctId)) return refuse('account_exists', 'There is an account of this number.');
    const account = new EngineAccount(acctId, terms);
    this.state.accounts.set(acctId, account);
    this.emitAccountChanged(account);
    return null;
  }

  private cancelOrders(account: EngineAccount, command: Extract<AccountCommand, { type: 'DisableAccount' }>): void {
    const orderSelection = toOrderSelection({ accounts: [account.id] });
    const orders = this.large.selectOrders(command, orderSelection);
    if (this.large.isLarge(command, orders)) this.large.begin(command, orders, orderSelection);
    else this.large.endAll(command, orders, orderSelection);
  }

  private defineGroup({ group: terms }: Extract<ReferenceCommand, { type: 'DefineProductGroup' }>): Refusal | null {
    const known = this.state.groups.get(terms.id);
    if (known === undefined) this.state.groups.set(terms.id, new ProductGroup(terms));
    else {
      if (terms.currency !== known.terms.currency && this.hasOrdersOrPositions(known))
        return refuse('definition_in_use', 'Orders or positions are counted in the currency that this would change.');
      known.terms = terms;
    }
    this.out.emit({ type: 'ProductGroupDefined', group: terms });
    return null;
  }

  private defineProduct({ product: terms }: Extract<ReferenceCommand, { type: 'DefineProduct' }>): Refusal | null {
    const group = this.state.groups.get(terms.productGroupId);
    if (group === undefined) return refuse('unknown_product_group', 'There is no such product group.');
    if (!isCountable(terms))
      return refuse(
        'definition_invalid',
        'Scale, tick, value and greatest quantity are whole numbers within their limits.',
      );
    const known = this.state.products.get(terms.id);
    if (known === undefined) this.state.products.set(terms.id, new Product(terms, group));
    else {
      if (!this.canRedefine(known, terms, group))
        return refuse('definition_in_use', 'Orders or positions count by the numbers that this would change.');
      known.terms = terms;
      known.group = group;
    }
    this.out.emit({ type: 'ProductDefined', product: terms });
    return null;
  }

  private defineInstrument({
    instrument: terms,
  }: Extract<ReferenceCommand, { type: 'DefineInstrument' }>): Refusal | null {
    const product = this.state.products.get(terms.productId);
    if (product === undefined) return UNKNOWN_PRODUCT;
    const known = this.state.instruments.get(terms.id);
    if (known === undefined) this.state.instruments.set(terms.id, new Instrument(terms, product, this.state.pool));
    else if (known.product !== product) return refuse('definition_in_use', 'An instrument stays with its product.');
    else known.terms = terms;
    this.out.emit({ type: 'InstrumentDefined', instrument: terms });
    return null;
  }

  /** Whether every open order would still be allowed, and every number that is kept would still mean the same. */
  private canRedefine(product: Product, terms: ProductTerms, group: ProductGroup): boolean {
    const instruments = this.state.listInstruments(product);
    const sameUnits =
      terms.scale === product.terms.scale &&
      terms.valuePerUnit === product.terms.valuePerUnit &&
      group.terms.currency === product.group.terms.currency;
    if (
      !sameUnits &&
      instruments.some(
        (instrument) => this.state.listHoldings(instrument).length > 0 || instrument.board.statistics.last !== null,
      )
    )
      return false;
    const orders = instruments.flatMap((instrument) => this.state.listOpenOrders(instrument));
    const fitsPrice = (price: number | null): boolean =>
      price === null || (price % terms.tick === 0 && (price > 0 || terms.allowNegativePrices));
    return orders.every(
      (order) =>
        sameUnits &&
        fitsPrice(order.terms.limitPrice) &&
        fitsPrice(order.terms.stopPrice) &&
        order.terms.quantity <= (terms.maxOrderQuantity ?? QUANTITY_MAX),
    );
  }

  private hasOrdersOrPositions(group: ProductGroup): boolean {
    const instruments = [...this.state.instruments.values()].filter(({ product }) => product.group === group);
    return instruments.some(
      (instrument) =>
        this.state.listHoldings(instrument).length > 0 || this.state.listOpenOrders(instrument).length > 0,
    );
  }

  private emitAccountChanged(account: EngineAccount): void {
    this.out.emit({ type: 'AccountChanged', acctId: account.id, isEnabled: account.isEnabled, ...account.toTerms() });
  }
}

function isCountable({ scale, tick, valuePerUnit, maxOrderQuantity }: ProductTerms): boolean {
  const scaleFits = Number.isInteger(scale) && scale >= 0 && scale <= SCALE_MAX;
  return (
    scaleFits &&
    Number.isSafeInteger(tick) &&
    tick >= 1 &&
    valuePerUnit > 0n &&
    (maxOrderQuantity === null || maxOrderQuantity >= 1)
  );
}
