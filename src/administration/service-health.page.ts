import { renderAdministrationNavigation } from '../pages/navigation.page.js';
import { type Html, html } from '../pages/html.js';
import { renderTimestamp } from '../pages/timestamp.page.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { renderTable, renderText } from '../pages/table.page.js';
import { formatBytes, groupDigits } from './health-figures.js';
import { renderHealthHistory } from './health-history.page.js';
import { describeCommitVerdict, findSlowParts, VERDICT_LIMITS } from './slow-parts.js';
import type { ServiceHealthView } from './service-health.view.js';
import { renderHeldClockAdvice } from './administration.page.js';

type HealthRow = readonly [name: string, value: Html, note?: string];

/** The health of the service: problems first, then the figures of each part. */
export function serviceHealthPage(view: ServiceHealthView, context: PageContext): PageContent {
  const { path } = context;
  return {
    title: 'Service health',
    styles: ['admin.css'],
    scripts: ['admin.js', 'health-curves.js'],
    body: html`<article class="administration health">
<h1>Health</h1>
${renderAdministrationNavigation(context)}
<div id="standing" data-every="${REFRESH_SECONDS * 1000}">
${renderVerdict(view)}
<p class="asked">As of ${renderTimestamp(view.at)}. <a href="${path}">Refresh</a></p>
<p class="hint">${VERDICT_LIMITS} Renews itself every ${REFRESH_SECONDS} seconds; the curves have a value for every ${view.history.every_seconds} seconds.</p>
${renderHealthHistory(view.history)}
<div class="parts">
${renderSection('Database', toDatabaseRows(view))}
${renderSection('Exchange', toExchangeRows(view))}
${view.snapshots !== null && renderSection('Snapshots', toSnapshotRows(view.snapshots))}
${renderSection('Requests', requestRows(view))}
${renderSection('Webhooks', toWebhookRows(view), 'webhooks')}
${renderSection('Process', processRows(view))}
${renderSection('Disk', toDiskRows(view))}
</div>
${renderTroubledWebhooks(view, context)}
</div>
<p class="hint next">Monitoring systems use <a href="/health/ready"><code>/health/ready</code></a>, and Prometheus <code>/metrics</code>.</p>
</article>`,
  };
}

const REFRESH_SECONDS = 5;
/** Below this, a night of trading may fill the disk. */
const LITTLE_SPACE = 2 * 1024 ** 3;

const listTroubles = (view: ServiceHealthView, slow: readonly string[]): (Html | string)[] =>
  [...listMissing(view), ...renderClockTrouble(view), ...slow, ...listOtherTroubles(view)].filter(
    (trouble) => trouble !== false,
  );

const listMissing = ({ database, exchange }: ServiceHealthView): (string | false)[] => [
  database === null && 'The database does not respond. Orders are rejected; this page shows data from memory.',
  exchange === null &&
    'The exchange is not open: orders are rejected and nothing trades. It opens when its state is loaded. If an error closed it, the log has the error, and a restart of the service loads the state again.',
  database !== null &&
    database.waiting > 0 &&
    `${count(database.waiting, 'request')} waiting for a database connection.`,
];

const renderClockTrouble = ({ held_clock: held }: ServiceHealthView): Html[] =>
  held === null ? [] : [renderHeldClockAdvice(held)];

const listOtherTroubles = ({ disk, requests, snapshots, webhooks }: ServiceHealthView): (Html | string | false)[] => [
  (snapshots?.failure ?? null) !== null &&
    'No snapshot of the exchange could be written. The service trades on; the next start takes longer.',
  disk !== null && disk.free_bytes < LITTLE_SPACE && `Only ${formatBytes(disk.free_bytes)} are free on the disk.`,
  requests.faults > 0 &&
    `${count(requests.faults, 'request')} since the start ended in an internal error (500); the log lists each by its request id.`,
  ...listSilentWebhooks(webhooks),
];

const listSilentWebhooks = (webhooks: ServiceHealthView['webhooks']): (Html | false)[] => [
  webhooks.failing > 0 &&
    html`${webhooks.failing} of ${count(webhooks.enabled, 'webhook')} ${webhooks.failing === 1 ? 'fails' : 'fail'}; ${webhooks.failing === 1 ? 'its' : 'their'} events are waiting. <a href="#troubled">View the list</a>`,
  webhooks.disabled_by_service > 0 &&
    html`${count(webhooks.disabled_by_service, 'webhook')} disabled by the service: nothing is sent until the owner enables it again. <a href="#troubled">View the list</a>`,
];

function renderVerdict(view: ServiceHealthView): Html {
  const { now, earlier } = findSlowParts(view);
  const found = listTroubles(view, now);
  if (found.length === 0)
    return html`<section class="todo message success" aria-label="Status"><p><span class="badge good">in order</span> No problems.${earlier}</p></section>`;
  return html`<section class="todo message" aria-labelledby="trouble">
<h2 id="trouble">Problems</h2>
<ul>${found.map((trouble) => html`<li>${trouble}</li>`)}</ul>
</section>`;
}

function renderSection(name: string, rows: readonly HealthRow[], id = name.toLowerCase()): Html {
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${name}</h2>
<table class="facts"><tbody>
${rows.map(([label, value, note]) => html`<tr><th scope="row">${label}</th><td>${value}${note !== undefined && html` <span class="note">${note}</span>`}</td></tr>\n`)}</tbody></table>
</section>`;
}

function toDatabaseRows({ database }: ServiceHealthView): HealthRow[] {
  if (database === null) return [['State', html`<span class="badge bad">no response</span>`]];
  return [
    ['State', html`<span class="badge good">responding</span>`, `in ${database.answered_in_ms} ms`],
    ['PostgreSQL', html`${database.version}`],
    ['Size', renderFigure(formatBytes(database.bytes))],
    ['Connections', renderFigure(String(database.connections)), `${database.idle} idle, ${database.waiting} waiting`],
  ];
}

function toExchangeRows({ exchange }: ServiceHealthView): HealthRow[] {
  if (exchange === null) return [['State', html`<span class="badge bad">not open</span>`]];
  const { commits, tables_behind: lags } = exchange;
  return [
    [
      'State',
      html`<span class="badge good">open</span>`,
      `${exchange.products_open_now} of ${exchange.products} products in session`,
    ],
    ['Working orders', renderFigure(groupDigits(exchange.working_orders))],
    ['Commands in the journal', renderFigure(groupDigits(exchange.commands))],
    [
      'Commit time',
      commits === null ? html`<span class="none">none yet</span>` : renderFigure(`${commits.p50_ms} ms`),
      commits === null ? undefined : describeSlowest(commits) + describeCommitVerdict(commits),
    ],
    ...(lags === null ? [] : [['Tables follow within', renderFigure(`${lags.p50_ms} ms`), describeSlowest(lags)]]),
  ].map(([name, value, note]) => (note === undefined ? [name, value] : [name, value, note]) as HealthRow);
}

function toSnapshotRows({ newest, failure }: NonNullable<ServiceHealthView['snapshots']>): HealthRow[] {
  const rows: HealthRow[] =
    newest === null
      ? [['Newest', html`<span class="none">none yet</span>`]]
      : [
          ['Newest', renderTimestamp(newest.written_at), `command ${groupDigits(newest.command)}`],
          ['Size', renderFigure(formatBytes(newest.bytes))],
        ];
  return failure === null
    ? rows
    : [...rows, ['Failed', html`<span class="badge bad">failed</span> ${renderTimestamp(failure.at)}`, failure.reason]];
}

function requestRows({ requests, streams }: ServiceHealthView): HealthRow[] {
  const { answered } = requests;
  return [
    ...(answered === null
      ? []
      : [['Response time', renderFigure(`${answered.p50_ms} ms`), describeSlowest(answered)] as HealthRow]),
    ['Requests answered', renderFigure(groupDigits(answered?.count ?? 0)), 'since the start'],
    ['In progress', renderFigure(String(requests.in_flight))],
    ['Internal errors', renderFigure(String(requests.faults))],
    ['Rate limited (429)', renderFigure(groupDigits(requests.limited))],
    ['Open streams', renderFigure(groupDigits(streams.open)), 'events and market data'],
  ];
}

function toWebhookRows({ webhooks }: ServiceHealthView): HealthRow[] {
  return [
    ['Enabled', renderFigure(String(webhooks.enabled))],
    ['Failing', webhooks.failing > 0 ? html`<span class="badge bad">${webhooks.failing}</span>` : renderFigure('0')],
    ['Disabled by the service', renderFigure(String(webhooks.disabled_by_service))],
    webhooks.waiting_since === null
      ? ['Messages waiting', renderFigure('0')]
      : [
          'Messages waiting',
          html`${renderFigure(groupDigits(webhooks.waiting))}, the oldest since ${renderTimestamp(webhooks.waiting_since)}`,
        ],
  ];
}

/** Only the owner, or an administrator acting for the owner, can view a webhook, so the link is to the owner. */
function renderTroubledWebhooks({ webhooks: { troubled } }: ServiceHealthView, { getName }: PageContext): Html | null {
  if (troubled.length === 0) return null;
  const who = (id: number): string => (getName('user_id', id) === String(id) ? `User ${id}` : getName('user_id', id));
  return html`<h2 id="troubled">Webhooks without deliveries</h2>
${renderTable('Webhooks without deliveries', troubled, [
  { title: 'Webhook', cell: ({ id }) => html`<a href="/audit?q=${encodeURIComponent(`webhook ${id}`)}">${id}</a>` },
  { title: 'Receiver', cell: ({ receiver }) => html`<code>${receiver}</code>` },
  { title: 'Of', cell: ({ user_id: id }) => html`<a href="/users/${id}">${who(id)}</a>` },
  {
    title: 'State',
    cell: ({ disabled_reason: reason }) =>
      reason === null
        ? html`<span class="badge warn">failing</span>`
        : html`<span class="badge bad">disabled by the service</span> ${reason}`,
  },
  { title: 'Since', cell: ({ failing_since: since }) => (since === null ? renderText(null) : renderTimestamp(since)) },
])}
<p class="hint">Its deliveries, with the answers of the receiver, are visible to the owner, and to administrators who act for the owner.</p>`;
}

function processRows(view: ServiceHealthView): HealthRow[] {
  return [
    [
      'Clock',
      view.held_clock === null
        ? html`<span class="badge good">in order</span>`
        : html`<span class="badge warn">jump held back</span>`,
    ],
    ['Running since', renderTimestamp(view.started_at), formatDuration(view.uptime_seconds)],
    ['Version', html`Kontor ${view.version}, ${view.mode}`],
    ['Node.js', html`${view.node}`],
    [
      'Memory',
      renderFigure(formatBytes(view.memory.resident_bytes)),
      `of it ${formatBytes(view.memory.heap_used_bytes)} in use by the program`,
    ],
    [
      'Event loop delay',
      renderFigure(`${view.event_loop.delay_p99_ms} ms`),
      'or less in 99 of 100 cases, in the last seconds',
    ],
  ];
}

function toDiskRows({ disk }: ServiceHealthView): HealthRow[] {
  if (disk === null) return [['Free', html`<span class="none">unknown</span>`]];
  const share = Math.round((disk.free_bytes / disk.total_bytes) * 100);
  return [
    ['Free', renderFigure(formatBytes(disk.free_bytes)), `${share} % of ${formatBytes(disk.total_bytes)}`],
    [
      'Full',
      html`<meter min="0" max="100" high="90" value="${100 - share}" aria-label="How full the disk is">${100 - share} %</meter>`,
    ],
  ];
}

const describeSlowest = ({
  p99_ms: most,
  max_ms: max,
}: NonNullable<ServiceHealthView['requests']['answered']>): string =>
  `99 of 100 within ${most} ms, the slowest ${max} ms`;

const count = (number: number, noun: string): string => `${groupDigits(number)} ${noun}${number === 1 ? '' : 's'}`;

const renderFigure = (text: string): Html => html`<span class="figure">${text}</span>`;

function formatDuration(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`;
}
