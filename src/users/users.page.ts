import type { Role } from '../access/actor.js';
import { renderAdministrationNavigation, renderProfileNavigation } from '../pages/navigation.page.js';
import { renderListLinks, renderTableWithTools, type TableColumn } from '../pages/table.page.js';
import { renderFacts } from '../pages/facts.page.js';
import { renderFormToken } from '../pages/fields.page.js';
import { type Html, html } from '../pages/html.js';
import { renderTimestampToMinute } from '../pages/timestamp.page.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { renderBreakableEmail } from '../pages/name-cells.page.js';
import { type ManagedUserView, type ShownUserView, type UserView, roleNames } from './user.view.js';

/** Everybody, or those who were searched for. */
export function usersPage(users: readonly ManagedUserView[], context: PageContext): PageContent {
  const sought = new URL(context.path, 'http://here').searchParams.get('q') ?? '';
  return {
    title: 'Users',
    styles: ['profile.css', 'cards.css'],
    body: html`<article class="users">
<h1>Users</h1>
${renderAdministrationNavigation(context)}
<p class="actions"><a class="button primary" href="/users/new">New customer</a></p>
<form class="search" method="get" action="/users" role="search">
<label for="q">Email or name</label>
<input id="q" name="q" type="search" value="${sought}" maxlength="100">
<button type="submit">Search</button>
${sought !== '' && html`<a class="button" href="/users">Show all</a>`}
</form>
${users.length === 0 ? html`<p class="empty">No user matches “${sought}”.</p>` : renderTableWithTools('Users', users, columns, { areCards: true, settings: { table: 'users', context } })}
${renderListLinks(context, users.length > 0)}
</article>`,
  };
}

const columns: readonly TableColumn<ManagedUserView>[] = [
  {
    title: 'Email',
    key: 'email',
    cell: ({ id, email }) => html`<a href="/users/${id}">${renderBreakableEmail(email)}</a>`,
  },
  { title: 'Name', key: 'name', isPlain: true, cell: (user) => html`${formatName(user)}` },
  { title: 'Role', cell: (user) => html`${toRoleLabel(user.role)}` },
  { title: 'Sign-in', cell: (user) => renderState(user) },
  { title: 'Since', cell: (user) => renderTimestampToMinute(user.created_at) },
  { title: 'Id', cell: ({ id }) => html`<code>${id}</code>` },
];

const formatName = ({ first_name: first, last_name: last }: ManagedUserView): string => `${first} ${last}`.trim();

const toRoleLabel = (role: Role): string => roleNames[role].label;

const renderState = ({ enabled }: ManagedUserView): Html =>
  enabled ? html`<span class="badge good">enabled</span>` : html`<span class="badge bad">disabled</span>`;

/** One user, and what an administrator can do about them. */
export function userPage(user: ShownUserView, context: PageContext): PageContent {
  const name = formatName(user);
  return {
    title: name === '' ? user.email : `${name}, ${user.email}`,
    styles: ['profile.css'],
    body: html`<article class="user">
<p class="back"><a href="/users">All users</a></p>
<h1>${name !== '' && html`${name}, `}${user.email}</h1>
${renderAdministrationNavigation(context)}
${renderFacts([
  ['Name', name],
  ['Role', toRoleLabel(user.role)],
  [
    'Sign-in',
    html`${renderState(user)}${user.password_must_change === true && html` <span class="badge warn">must change password</span>`}`,
  ],
  ['Address', formatAddress(user)],
  ['Since', renderTimestampToMinute(user.created_at)],
  ['Id', html`<code>${user.id}</code>`],
  [
    'Trading',
    html`${renderAccounts(user)}<a href="/accounts?owner_id=${user.id}">Trading accounts of this user</a> · <a href="/accounts/new?owner_id=${user.id}">Open an account</a>`,
  ],
  [
    'Log',
    html`<a href="/audit?user_id=${user.id}">What was done as this user</a> · <a href="/audit?acting_user_id=${user.id}">What this user did</a>`,
  ],
])}
${renderActions(user, context)}
</article>`,
  };
}

/** The most accounts that stand beside the link to all of them. */
const ACCOUNTS_NAMED = 5;

const renderAccounts = ({ accounts = [] }: ShownUserView): Html =>
  html`${accounts.slice(0, ACCOUNTS_NAMED).map(({ id, name }) => html`<a href="/accounts/${id}">${name} (${id})</a> · `)}`;

function renderActions(user: ShownUserView, context: PageContext): Html | null {
  const { id, email, role, enabled, working_orders: working = 0 } = user;
  if (email === context.userName)
    return html`<h2>This is you</h2>\n<p>You cannot disable yourself. <a href="/users/me">Your own page</a> is where you edit your details.</p>`;
  if (!enabled)
    return html`<h2>Enable this user</h2>
<p>The user can sign in again with their previous password. Sessions and tokens that ended stay ended.</p>
<form method="post" action="/users/${id}/access/enable">${renderFormToken(context)}<button type="submit" class="primary">Enable<span class="hidden"> ${email}</span></button></form>`;
  return html`${role === 'Customer' && renderActingLink(user, context)}
<h2>Sign this user out</h2>
<p>Ends all browser sessions and application tokens of ${email} at once. The password and API keys remain valid. If others know the password, set a new one.</p>
<form method="post" action="/users/${id}/access/end-sessions">${renderFormToken(context)}<button type="submit">Sign out everywhere<span class="hidden"> ${email}</span></button></form>
<h2>Set a new password</h2>
<p>If the user forgot the password, or others know it.</p>
<p class="actions"><a class="button" href="/users/${id}/password">Set a new password</a></p>
${renderRoleForm(user, context)}
<h2>Disable this user</h2>
<details class="doubt"><summary>Disable this user …</summary>
<p>This ends permanently, also if you enable the user again: every sign-in in a browser, every token of every application, ${role === 'Admin' ? 'and sessions in which this administrator acts for customers' : 'and sessions in which administrators act for this customer'}. API keys are kept, but serve nobody, other users included, while the user is disabled.</p>
<p>The user can no longer sign in. Their accounts, positions and money are unchanged. To stop trading as well, disable <a href="/accounts?owner_id=${id}">their trading accounts</a>.</p>
<form method="post" action="/users/${id}/access/disable">${renderFormToken(context)}
${
  working === 0
    ? html`<p>They have no working orders.</p>`
    : html`<div class="choice"><input type="checkbox" id="cancel_orders" name="cancel_orders" value="yes" aria-describedby="cancel_orders-hint"><label for="cancel_orders">Cancel their ${working === 1 ? 'working order' : `${working} working orders`}, too</label><p class="hint" id="cancel_orders-hint">Otherwise they <strong>stay in the market and can still trade</strong>. This covers the accounts that the user owns.</p></div>`
}
<button type="submit" class="danger">Disable<span class="hidden"> ${email}</span></button></form>
</details>`;
}

/** The other role, with what it means. */
function renderRoleForm({ id, email, role }: ManagedUserView, context: PageContext): Html {
  const [next, meaning] =
    role === 'Admin'
      ? (['Customer', 'The user keeps their own trading accounts, and no longer sees those of others.'] as const)
      : ([
          'Admin',
          'The user may then see and change the accounts, orders and money of all customers, act for them, and change roles. They should have a strong password.',
        ] as const);
  const name = roleNames[next].withArticle;
  return html`<h2>Change the role</h2>
<details class="doubt"><summary>Make this user ${name} …</summary>
<p>${meaning} All their sessions and tokens end, and they sign in again.</p>
<form method="post" action="/users/${id}/access/role">${renderFormToken(context)}<input type="hidden" name="role" value="${next}"><button type="submit" class="danger">Make ${email} ${name}</button></form>
</details>`;
}

function renderActingLink({ id, email }: ManagedUserView, context: PageContext): Html {
  return html`<h2>Act for this customer</h2>
<p>You then use Kontor as this customer until you stop. All actions are logged under both names, and you have no administrator rights meanwhile.</p>
<form method="post" action="/acting">${renderFormToken(context)}<input type="hidden" name="customer_id" value="${id}"><button type="submit">Act for ${email}</button></form>`;
}

/** The signed-in user as programs get it, in words. The form for changes is on another page of the profile. */
export function ownUserPage(user: UserView, context: PageContext): PageContent {
  return {
    title: 'Signed-in user',
    body: html`<article class="account">
<h1>${user.first_name} ${user.last_name}</h1>
${renderProfileNavigation(context)}
${renderFacts([
  ['Email', user.email],
  ['Role', user.role],
  ['User number', String(user.id)],
  ['Address', formatAddress(user)],
  ['Registered', renderTimestampToMinute(user.created_at)],
])}
<p class="actions"><a class="button" href="/profile/details">Change details</a></p>
</article>`,
  };
}

/** An address in one line, without its empty lines. */
const formatAddress = ({ address }: UserView): string =>
  Object.values(address)
    .filter((part) => part !== '')
    .join(', ');
