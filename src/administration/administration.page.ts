import { renderAdministrationNavigation } from '../pages/navigation.page.js';
import { type Html, html } from '../pages/html.js';
import { renderTimestamp } from '../pages/timestamp.page.js';
import type { PageContent, PageContext } from '../pages/page.js';
import type { AdministrationView, toHeldClockView } from './administration.view.js';
import { formatJump } from '../clock/jump-detector.js';

/** Tasks first; below them every area with its most important figure. */
export function administrationPage(view: AdministrationView, context: PageContext): PageContent {
  return {
    title: 'Administration',
    styles: ['admin.css'],
    scripts: ['admin.js'],
    body: html`<article class="administration">
<h1>Administration</h1>
${renderAdministrationNavigation(context)}
<div id="standing">
${renderTodo(view)}
<div class="areas">
${listAreas(view).map(renderArea)}</div>
</div>
</article>`,
  };
}

type AdministrationTask = Readonly<{ what: Html; href: string; then: string }>;

/** Only problems that need action are listed. */
function renderTodo(view: AdministrationView): Html {
  const tasks = listTasks(view);
  if (tasks.length === 0)
    return html`<section class="todo message success" aria-label="What needs doing"><p><span class="badge good">in order</span> No action needed.</p></section>`;
  return html`<section class="todo message" aria-labelledby="todo">
<h2 id="todo">Action needed</h2>
<ul>
${tasks.map(({ what, href, then }) => html`<li><span>${what}</span> <a href="${href}">${then}</a></li>\n`)}</ul>
</section>`;
}

function listTasks(view: AdministrationView): AdministrationTask[] {
  return [...listServiceTasks(view), ...listMarketTasks(view), ...listWebhookTasks(view)].filter(
    (task) => task !== false,
  );
}

const listServiceTasks = ({ health, held_clock: clock }: AdministrationView): (AdministrationTask | false)[] => [
  !health.is_ready && {
    what: html`<strong>The service is not ready</strong>: the database or the exchange does not respond.`,
    href: '/administration/health',
    then: 'View service health',
  },
  clock !== null && { what: renderHeldClockAdvice(clock), href: '/administration/health', then: 'View service health' },
];

const listMarketTasks = ({
  reconciliation: { open_breaks: breaks, oldest_since: breakSince },
  instruments,
}: AdministrationView): (AdministrationTask | false)[] => [
  breaks > 0 && {
    what: html`<strong>${count(breaks, 'open break')}</strong> between our books and reference positions${breakSince !== null && html`, the oldest since ${renderTimestamp(breakSince)}`}.`,
    href: '/reconciliation/breaks?status=Open',
    then: 'Compare and resolve',
  },
  instruments.halted > 0 && {
    what: html`<strong>${count(instruments.halted, 'instrument')} halted</strong>: orders can only be canceled there.`,
    href: '/administration/halts',
    then: 'View',
  },
];

const listWebhookTasks = ({
  webhooks: { failing, failing_since: failingSince, disabled_by_service: disabled },
}: AdministrationView): (AdministrationTask | false)[] => [
  failing > 0 && {
    what: html`<strong>${count(failing, 'webhook')} failing</strong>${failingSince !== null && html` since ${renderTimestamp(failingSince)}`}: ${failing === 1 ? 'its' : 'their'} events wait.`,
    href: '/administration/health#troubled',
    then: 'View the list',
  },
  disabled > 0 && {
    what: html`<strong>${count(disabled, 'webhook')} stopped by the service</strong>: ${disabled === 1 ? 'its receiver' : 'their receivers'} did not respond for too long, or asked for no more messages.`,
    href: '/administration/health#troubled',
    then: 'View the list',
  },
];

type AdministrationArea = Readonly<{
  name: string;
  href: string;
  fact: Html;
  state?: Html | false;
  ways?: readonly (readonly [string, string])[];
}>;

function listAreas(view: AdministrationView): AdministrationArea[] {
  return [...describePeople(view), ...describeMarket(view), ...describeBooks(view), ...describeService(view)];
}

const describePeople = ({ people: users, accounts }: AdministrationView): AdministrationArea[] => [
  {
    name: 'Users',
    href: '/users',
    fact: html`<b>${users.total}</b> users, ${count(users.administrators, 'administrator')}`,
    state: users.closed > 0 && html`${users.closed} disabled`,
    ways: [['/users/new', 'New customer']],
  },
  {
    name: 'Accounts',
    href: '/accounts',
    fact: html`<b>${accounts.total}</b> trading accounts`,
    state: accounts.closed > 0 && html`${accounts.closed} disabled`,
    ways: [['/accounts/new', 'Open an account']],
  },
];

const describeMarket = ({
  reference_data: reference,
  instruments: { open, halted, closed, expired },
}: AdministrationView): AdministrationArea[] => [
  {
    name: 'Product groups',
    href: '/productgroups',
    fact: html`<b>${reference.product_groups}</b> with hours, holidays and margins`,
    ways: [['/productgroups/new', 'New group']],
  },
  {
    name: 'Products',
    href: '/products',
    fact: html`<b>${reference.products}</b> products`,
    state: reference.products_open_now !== null && html`${reference.products_open_now} in session now`,
    ways: [['/products/new', 'New product']],
  },
  {
    name: 'Instruments',
    href: '/instruments',
    fact: html`<b>${open + halted + closed}</b> listed`,
    state: expired > 0 && html`${expired} expired`,
    ways: [['/instruments/new', 'List an instrument']],
  },
  {
    name: 'Halts',
    href: '/administration/halts',
    fact: html`<b>${halted}</b> halted`,
    state: halted > 0 && html`<span class="badge warn">trading halted</span>`,
  },
];

const describeBooks = ({
  statements,
  reconciliation: { open_breaks: breaks },
}: AdministrationView): AdministrationArea[] => [
  {
    name: 'Money values',
    href: '/accounts/statements/upload?kind=money',
    fact: html`as of <b>${renderDate(statements.money_as_of)}</b>`,
    ways: [['/accounts/statements/upload?kind=money', 'Upload a file']],
  },
  {
    name: 'Reference positions',
    href: '/refpositions',
    fact: html`as of <b>${renderDate(statements.positions_as_of)}</b>`,
    ways: [['/accounts/statements/upload?kind=positions', 'Upload a file']],
  },
  {
    name: 'Breaks',
    href: '/reconciliation/breaks',
    fact: html`<b>${breaks}</b> open ${breaks === 1 ? 'break' : 'breaks'}`,
    state: breaks > 0 && html`<span class="badge warn">to resolve</span>`,
  },
];

const describeService = ({
  webhooks,
  audit: { refused_last_day: refused },
  health,
}: AdministrationView): AdministrationArea[] => [
  {
    name: 'Audit log',
    href: '/audit',
    fact: html`<b>${refused}</b> ${refused === 1 ? 'refusal' : 'refusals'} within a day`,
    ways: [['/audit?outcome=denied', 'Denied only']],
  },
  {
    name: 'Webhooks',
    href: '/administration/health#webhooks',
    fact: html`<b>${webhooks.enabled}</b> enabled`,
    state: webhooks.waiting > 0 && html`${count(webhooks.waiting, 'message')} waiting`,
  },
  {
    name: 'Health',
    href: '/administration/health',
    fact: health.is_ready
      ? html`<span class="badge good">ready</span> database and exchange respond`
      : html`<span class="badge bad">not ready</span>`,
  },
];

function renderArea({ name, href, fact, state = false, ways = [] }: AdministrationArea): Html {
  return html`<section>
<h2><a href="${href}">${name}</a></h2>
<p>${fact}${state !== false && html` <span class="aside">${state}</span>`}</p>
${ways.length > 0 && html`<p class="ways">${ways.map(([to, label]) => html`<a href="${to}">${label}</a>`)}</p>`}
</section>
`;
}

const renderDate = (day: string | null): Html =>
  day === null ? html`never` : html`<time datetime="${day}">${day}</time>`;

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Describes the clock jump and the fix. */
export function renderHeldClockAdvice(held: ReturnType<typeof toHeldClockView>): Html {
  return html`<strong>The clock of the machine jumped ${formatJump(held.ahead_seconds)}</strong> and is held back since ${renderTimestamp(held.since)}: it shows ${renderTimestamp(held.machine_time)}, the venue goes on at ${renderTimestamp(held.venue_time)}.
If the clock is wrong, set it right. If it is right, run <code>npx kontor clock accept</code> on the machine; a jump that lasts is applied at ${renderTimestamp(held.applies_at)}.`;
}
