import { Navigation } from '../pages/navigation.js';
import type { PageContext } from '../pages/page.js';
import { serviceHealthPage } from './service-health.page.js';
import type { ServiceHealthView } from './service-health.view.js';

const context = {
  path: '/administration/health',
  navigation: new Navigation([]),
  getName: (_: string, id: number) => (id === 4 ? 'ada@example.test' : String(id)),
} as unknown as PageContext;

const well: ServiceHealthView = {
  at: '2026-01-30T15:04:05.000Z',
  version: '0.1.0',
  mode: 'production',
  node: 'v24.0.0',
  started_at: '2026-01-30T15:00:00.000Z',
  uptime_seconds: 245,
  database: { version: '18.1', bytes: 41_943_040, answered_in_ms: 0.84, connections: 6, idle: 5, waiting: 0 },
  exchange: { commands: 1, working_orders: 0, products: 1, products_open_now: 1, commits: null, tables_behind: null },
  snapshots: { newest: { command: 1204, written_at: '2026-01-30T15:03:00.000Z', bytes: 301_877 }, failure: null },
  requests: { in_flight: 1, answered: null, faults: 0, limited: 0 },
  streams: { open: 0 },
  webhooks: { enabled: 2, failing: 0, disabled_by_service: 0, waiting: 0, waiting_since: null, troubled: [] },
  held_clock: null,
  memory: { resident_bytes: 1, heap_used_bytes: 1, heap_total_bytes: 1 },
  event_loop: { delay_p99_ms: 1 },
  disk: { free_bytes: 80e9, total_bytes: 100e9 },
  history: {
    since: '2026-01-30T15:03:25.000Z',
    every_seconds: 20,
    requests_per_second: [1, 12],
    response_p99_ms: [2, null],
    commands_per_second: [0, 0],
    commit_p99_ms: [null, null],
    tables_behind_p99_ms: [null, null],
    event_loop_p99_ms: [11, 12],
    resident_bytes: [2e8, 2e8],
    open_streams: [0, 1],
  },
};
const renderPage = (view: Partial<ServiceHealthView>): string =>
  String(serviceHealthPage({ ...well, ...view }, context).body);

describe('serviceHealthPage', () => {
  it('shows no problems for a healthy service', () => {
    expect(renderPage({})).toContain('No problems.');
    expect(renderPage({})).not.toContain('id="troubled"');
  });

  it('draws the last hour, each curve with its newest value and its range, and with the times below', () => {
    const page = renderPage({});
    expect(page).toContain('aria-label="Requests a second: now 12, 1.0 to 12" data-values="1.0|12"');
    expect(page).toContain(
      'aria-label="Response time, p99: now –, 2.0 ms throughout" data-values="2.0|–" data-unit=" ms"',
    );
    expect(page).toContain('aria-label="Commit time, p99: now –, nothing yet"');
    expect(page.match(/<svg viewBox/g)).toHaveLength(8);
    expect(page).toContain('data-until="2026-01-30T15:04:05.000Z" data-seconds="20"');
  });

  it('names the full hour on the time axis where it fits', () => {
    const readTimes = (since: string): string[] =>
      [
        ...(
          /<svg class="axis".*?<\/svg>/.exec(renderPage({ history: { ...well.history, since } }))?.[0] ?? ''
        ).matchAll(/>(\d\d:\d\d)</g),
      ].map(([, time = '']) => time);

    expect(readTimes('2026-01-30T15:03:25.000Z')).toEqual(['14:04', '15:04']);
    expect(readTimes('2026-01-30T15:24:20.000Z')).toEqual(['14:25', '15:00', '15:25']);
  });

  it('is light with a full hour of values', () => {
    const values = Array.from({ length: 180 }, (_, at) => ((at * 7919) % 1000) / 7);
    const { since, every_seconds } = well.history;
    const history = {
      ...{ since, every_seconds, requests_per_second: values, response_p99_ms: values, commands_per_second: values },
      ...{ commit_p99_ms: values, tables_behind_p99_ms: values, event_loop_p99_ms: values, open_streams: values },
      resident_bytes: values.map((value) => value * 1e6),
    };

    // With the style sheets below the limit of a page, 60,000 bytes.
    expect(Buffer.byteLength(renderPage({ history }))).toBeLessThan(35_000);
  });

  it('shows a held-back clock jump with the command to accept it', () => {
    const moments = {
      since: '2026-01-30T15:04:00.000Z',
      applies_at: '2026-01-30T15:14:00.000Z',
      venue_time: '2026-01-30T15:04:05.000Z',
      machine_time: '2026-01-31T15:04:05.000Z',
    };
    const markup = renderPage({ held_clock: { ahead_seconds: 86_400, ...moments } });

    expect(renderPage({})).toMatch(/Clock<.*in order/);
    expect(markup).toMatch(/Clock<.*jump held back/);
    expect(markup).toContain('The clock of the machine jumped 24 h 0 min ahead');
    expect(markup).toContain('<code>npx kontor clock accept</code>');
  });

  it('lists failing webhooks with their owners, without data of the owner', () => {
    const troubled = [
      {
        id: 9,
        receiver: 'https://app.example.test',
        user_id: 4,
        failing_since: '2026-01-30T12:00:00.000Z',
        disabled_reason: null,
      },
      {
        id: 7,
        receiver: 'https://old.example.test',
        user_id: 5,
        failing_since: null,
        disabled_reason: 'The receiver did not answer for 3 days.',
      },
    ];
    const markup = renderPage({ webhooks: { ...well.webhooks, failing: 1, disabled_by_service: 1, troubled } });
    expect(markup).toContain('1 of 2 webhooks fails; its events are waiting. <a href="#troubled">View the list</a>');
    expect(markup).toContain('<h2 id="troubled">');
    expect(markup).toContain('<a href="/users/4">ada@example.test</a>');
    expect(markup).toContain('<a href="/users/5">User 5</a>');
  });

  it.each([
    [null, false],
    [50, false],
    [60, true],
  ])('reports slow commits that last: %p ms is a problem: %p', (lasting_p99_ms, isProblem) => {
    const commits = { count: 43, p50_ms: 2, p99_ms: 91, max_ms: 91, lasting_p99_ms };
    const exchange = { ...well.exchange, commits } as ServiceHealthView['exchange'];
    expect(renderPage({ exchange }).includes('Commits are slow: one in a hundred takes more than')).toBe(isProblem);
  });

  it.each([
    [40, 12, ''],
    [68.1, 12.5, '; above the limit of 50 ms in one half of the latest 1,024 only, 12.5 ms in the other'],
    [68.1, null, '; above the limit of 50 ms, which is applied from 1,024 commits on'],
    [68.1, 60, '; above the limit of 50 ms'],
  ])('says beside the time of commits why it is no problem: %p ms, lasting %p ms', (p99_ms, lasting_p99_ms, words) => {
    const commits = { count: 43, p50_ms: 2, p99_ms, max_ms: 91, lasting_p99_ms };
    const exchange = { ...well.exchange, commits } as ServiceHealthView['exchange'];
    expect(renderPage({ exchange })).toContain(`99 of 100 within ${p99_ms} ms, the slowest 91 ms${words}<`);
  });

  it.each([
    ['requests', [300, 1000, 400], false],
    ['requests', [300, 7757, 400], true],
    ['requests', [null, null, null], false],
    ['the event loop', [20, 100, 30], false],
    ['the event loop', [20, 101, 30], true],
  ])('reports slow %s within the last five minutes: %p ms is a problem: %p', (part, values, isProblem) => {
    const name = part === 'requests' ? 'response_p99_ms' : 'event_loop_p99_ms';
    const words = part === 'requests' ? 'Requests are slow' : 'The process is busy';
    const late = { ...well.history, [name]: values };
    const past = { ...late, [name]: [...values, ...Array.from({ length: 15 }, () => 1)] };
    expect(renderPage({ history: late }).includes(words)).toBe(isProblem);
    expect(renderPage({ history: late }).includes('No problems.')).toBe(!isProblem);
    expect(renderPage({ history: past })).toContain('No problems.');
    expect(renderPage({ history: past }).includes('Earlier within the hour, ')).toBe(isProblem);
  });

  it('states the limits of its verdict, and how often it renews itself', () => {
    const page = renderPage({});
    expect(page).toContain(
      'Counted as problems, each for one in a hundred: commits above 50 ms in both halves of the latest 1,024; requests above 1,000 ms and an event loop delay above 100 ms within the last 5 minutes.',
    );
    expect(page).toContain('Renews itself every 5 seconds; the curves have a value for every 20 seconds.');
  });

  it('explains a closed exchange', () => {
    expect(renderPage({ exchange: null })).toContain('orders are rejected and nothing trades');
  });

  it('shows the newest snapshot, and why the next one failed', () => {
    const { newest } = well.snapshots ?? { newest: null };
    const failure = { at: '2026-01-30T15:04:00.000Z', reason: 'ENOSPC: no space left on device' };
    const failed = renderPage({ snapshots: { newest, failure } });

    expect(renderPage({})).toMatch(/Newest<.*2026-01-30T15:03:00.*command 1,204.*\n.*302 kB/);
    expect(failed).toContain('No snapshot of the exchange could be written.');
    expect(failed).toContain('ENOSPC: no space left on device');
    expect(renderPage({ snapshots: { newest: null, failure: null } })).toContain('none yet');
    expect(renderPage({ snapshots: null })).not.toContain('id="snapshots"');
  });

  it('reports a nearly full disk', () => {
    const markup = renderPage({ disk: { free_bytes: 1.2e9, total_bytes: 100e9 } });
    expect(markup).toContain('Only 1.2 GB are free on the disk.');
  });
});
