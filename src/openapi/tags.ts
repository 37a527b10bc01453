/** The tags of the document in the order in which a new user needs them, in the words of the pages. */
const TAG_TITLES: Readonly<Record<string, string>> = {
  auth: 'Sign-in and tokens',
  clients: 'API keys',
  accounts: 'Accounts and positions',
  instruments: 'Instruments',
  marketdata: 'Market data',
  watchlists: 'Watchlists',
  alerts: 'Alerts',
  orders: 'Orders and fills',
  events: 'Events',
  webhooks: 'Webhooks',
  reconciliation: 'Reconciliation',
  users: 'Users',
  desk: 'Overview',
  administration: 'Administration',
  audit: 'Audit log',
  health: 'Health and metrics',
  openapi: 'Documentation',
  home: 'Welcome',
};

export const getTagTitle = (name: string): string => TAG_TITLES[name] ?? name;

const names = Object.keys(TAG_TITLES);

/** A tag without a title comes last. */
export const sortTags = <Tag extends Readonly<{ name: string }>>(tags: readonly Tag[]): readonly Tag[] =>
  tags.toSorted((one, other) => toRank(one.name) - toRank(other.name));

const toRank = (name: string): number => (names.includes(name) ? names.indexOf(name) : names.length);
