import { type Row, withASession, withAToken } from '../support/matrix.js';
import {
  brokenPosition,
  grantedAccount,
  referencePositions,
  statementTable,
  tradingAccount,
} from './matrix-accounts.js';
import { people } from '../support/people.js';

const readable = withAToken([200, 404, 404], { 'an administrator': [200, 200, 404] });
const administrable = withAToken(403, { 'an administrator': [200, 200, 404] });
/** In the sandbox, the owner of an account acts as the back office as well. */
const reportable = withAToken([201, 404, 404], { 'an administrator': [201, 201, 404] });

/** Owners, those who were granted access, and administrators look; administrators alone administer. */
export const accounts: readonly Row[] = [
  { endpoint: 'GET /accounts', statuses: withAToken(200) },
  {
    endpoint: 'POST /accounts',
    statuses: withAToken(403, { 'an administrator': 201 }),
    send: (_object, { person }) => ({ body: { owner_id: person.id, name: 'An account', currency: 'USD' } }),
  },
  { endpoint: 'GET /accounts/new', statuses: withASession(403) },
  { endpoint: 'POST /accounts/new', statuses: withASession(403), send: () => ({ form: { name: 'New' } }) },
  {
    endpoint: 'POST /accounts/:acct_id/change',
    object: tradingAccount,
    statuses: withASession(403),
    send: () => ({ form: { enabled: 'no' } }),
  },
  { endpoint: 'GET /accounts/:acct_id', object: tradingAccount, statuses: readable },
  {
    endpoint: 'PUT /accounts/:acct_id',
    object: tradingAccount,
    statuses: administrable,
    send: () => ({ body: { enabled: false } }),
  },
  { endpoint: 'GET /accounts/:acct_id/grants', object: tradingAccount, statuses: administrable },
  { endpoint: 'GET /accounts/:acct_id/grants/new', object: tradingAccount, statuses: withASession(403) },
  {
    endpoint: 'POST /accounts/:acct_id/grants/new',
    object: tradingAccount,
    statuses: withASession(403),
    send: async (_object, _visit, testApp) => ({
      form: { user_id: String((await people.eve(testApp)).id), access: 'Trade' },
    }),
  },
  {
    endpoint: 'POST /accounts/:acct_id/grants/:user_id/revoke',
    object: grantedAccount,
    statuses: withASession(403),
    send: async (_object, _visit, testApp) => ({ form: {}, path: { user_id: String((await people.eve(testApp)).id) } }),
  },
  {
    endpoint: 'POST /accounts/:acct_id/grants',
    object: tradingAccount,
    statuses: withAToken(403, { 'an administrator': [201, 201, 404] }),
    send: async (_object, _visit, testApp) => ({ body: { user_id: (await people.eve(testApp)).id, access: 'Trade' } }),
  },
  {
    endpoint: 'PUT /accounts/:acct_id/grants/:user_id',
    object: tradingAccount,
    statuses: administrable,
    send: async (_object, _visit, testApp) => ({
      body: { access: 'Trade' },
      path: { user_id: String((await people.eve(testApp)).id) },
    }),
  },
  {
    endpoint: 'DELETE /accounts/:acct_id/grants/:user_id',
    object: grantedAccount,
    statuses: administrable,
    send: async (_object, _visit, testApp) => ({ path: { user_id: String((await people.eve(testApp)).id) } }),
  },
  { endpoint: 'GET /accounts/statements', statuses: withAToken(200) },
  { endpoint: 'GET /accounts/:acct_id/statement', object: tradingAccount, statuses: readable },
  { endpoint: 'GET /accounts/:acct_id/moneyvals', object: tradingAccount, statuses: readable },
  {
    endpoint: 'POST /accounts/:acct_id/moneyvals',
    object: tradingAccount,
    statuses: reportable,
    send: () => ({ body: { cash_balance: 1, net_liq: 1, as_of: '2026-01-30' } }),
  },
  { endpoint: 'GET /refpositions', statuses: withAToken(200) },
  { endpoint: 'GET /refpositions/new', statuses: withASession(200) },
  { endpoint: 'GET /refpositions/:id', object: referencePositions, statuses: readable },
  {
    endpoint: 'POST /refpositions',
    object: tradingAccount,
    statuses: reportable,
    send: (acctId) => ({ body: { acct_id: Number(acctId), as_of: '2026-01-30', position: [] } }),
  },
  { endpoint: 'GET /positions', statuses: withAToken(200) },
  { endpoint: 'GET /reconciliation/breaks', statuses: withAToken(200) },
  { endpoint: 'GET /reconciliation/breaks/:id', object: brokenPosition, statuses: readable },
  {
    endpoint: 'POST /reconciliation/breaks/:id/notes',
    object: brokenPosition,
    statuses: reportable,
    send: () => ({ body: { text: 'A trade was reported late.' } }),
  },
  {
    endpoint: 'POST /reconciliation/breaks/:id/notes/new',
    object: brokenPosition,
    statuses: withASession([303, 404, 404]),
    send: () => ({ form: { text: 'A trade was reported late.' } }),
  },
  {
    endpoint: 'POST /reconciliation/breaks/updates',
    object: brokenPosition,
    statuses: withAToken([200, 404, 404], { 'an administrator': [200, 200, 404] }),
    send: (id) => ({ body: { break_ids: [Number(id)], note: 'A trade was reported late.' } }),
  },
  {
    endpoint: 'POST /reconciliation/breaks/updates/new',
    object: brokenPosition,
    statuses: withASession([303, 404, 404]),
    send: (id) => ({ form: { break_ids: id, note: 'A trade was reported late.' } }),
  },
  { endpoint: 'GET /accounts/statements/upload', statuses: withASession(200) },
  {
    endpoint: 'POST /accounts/statements/upload',
    statuses: withASession(303),
    send: () => ({ form: { kind: 'money', text: 'acct_id,as_of,cash_balance,net_liq\n1,2026-01-30,1,1' } }),
  },
  {
    endpoint: 'POST /accounts/statements/rows',
    statuses: withASession(303),
    send: () => ({
      form: { acct_id: '1', as_of: '2026-01-30', 'row.0.instrument': 'X', 'row.0.quantity': '1', 'row.0.price': '1' },
    }),
  },
  {
    endpoint: 'POST /accounts/statements/rows/more',
    statuses: withASession(200),
    send: () => ({ form: { acct_id: '', 'row.0.instrument': 'X' } }),
  },
  {
    endpoint: 'POST /accounts/statements/money',
    statuses: withASession(303),
    send: () => ({ form: { acct_id: '1', as_of: '2026-01-30', cash_balance: '1', net_liq: '1' } }),
  },
  { endpoint: 'GET /accounts/statements/uploads/:id', object: statementTable, statuses: withASession([200, 404, 404]) },
  {
    endpoint: 'POST /accounts/statements/uploads/:id',
    object: statementTable,
    statuses: withASession([303, 404, 404]),
    send: () => ({ form: { basis: 'x' } }),
  },
  {
    endpoint: 'POST /accounts/statements/uploads/:id/lines',
    object: statementTable,
    statuses: withASession([409, 404, 404]),
    send: () => ({ form: { 'line.2.text': 'x' } }),
  },
  { endpoint: 'GET /desk', statuses: withASession(200) },
];
