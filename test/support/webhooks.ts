import { AccountAccessService } from '../../src/accounts/account-access.service.js';
import { eventLog } from './event-log.js';
import { WebhookHttpClient, type HostResolver } from '../../src/webhooks/sending/webhook-http-client.js';
import { WebhookDispatcherService } from '../../src/webhooks/delivering/webhook-dispatcher.service.js';
import { WebhookRetentionService } from '../../src/webhooks/webhook-retention.service.js';
import { type TestApp, openTestApp } from './test-app.js';
import { openReceiver, type ReceivedRequest } from './receiver.js';
import { tradingFloor } from './trading-floor.js';

type Fields = Readonly<Record<string, unknown>>;
type Answer = Awaited<ReturnType<TestApp['request']>>;

/** A webhook as its owner sees it. */
export type WebhookFields = Readonly<{
  id: number;
  secret: string;
  url: string;
  enabled: boolean;
  disabled_reason: string | null;
  failing_since: string | null;
  previous_secret_expires_at: string | null;
}>;

export type Delivery = Readonly<{
  id: number;
  message_id: string;
  type: string;
  acct_id: number | null;
  status: string;
  attempt_count: number;
  next_attempt_at: string | null;
}>;

export type DeliveryDetails = Delivery &
  Readonly<{
    payload: string | null;
    attempts: readonly Readonly<{
      number: number;
      status_code: number | null;
      error: string | null;
      duration_ms: number;
      answer: string | null;
    }>[];
  }>;

/** Fast, so that a test sees in a second what takes two days. */
const IMPATIENT = { WEBHOOKS_ALLOW_PRIVATE: '1', WEBHOOKS_RETRY_SECONDS: '0.02,0.04,0.08' };

/** A test app with a floor to trade on, that brings events to a receiver of a user. */
export async function openWebhookApp(
  env: Readonly<Record<string, string>> = {},
  more: Omit<NonNullable<Parameters<typeof openTestApp>[0]>, 'env'> = {},
) {
  const testApp = await openTestApp({ ...more, env: { ...IMPATIENT, ...env } });
  const [floor, receiver] = [await tradingFloor(testApp), await openReceiver()];
  await dispatcherOf(testApp).begin();
  const as = (token: string) => ({
    register: (terms: Fields = {}): Promise<Answer> =>
      testApp.request('POST', '/webhooks', { as: token, body: { url: receiver.url, ...terms } }),
    hook: async (terms: Fields = {}): Promise<WebhookFields> => {
      const answer = await testApp.request('POST', '/webhooks', { as: token, body: { url: receiver.url, ...terms } });
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return answer.json<WebhookFields>();
    },
    shown: async (id: number): Promise<WebhookFields> =>
      (await testApp.request('GET', `/webhooks/${id}`, { as: token })).json<WebhookFields>(),
    change: (id: number, terms: Fields): Promise<Answer> =>
      testApp.request('PATCH', `/webhooks/${id}`, { as: token, body: terms }),
    test: async (id: number): Promise<DeliveryDetails> =>
      (await testApp.request('POST', `/webhooks/${id}/test`, { as: token })).json<DeliveryDetails>(),
    deliveries: async (id: number, query = ''): Promise<readonly Delivery[]> =>
      (await testApp.request('GET', `/webhooks/${id}/deliveries?per_page=1000${query}`, { as: token })).json<
        Delivery[]
      >(),
    delivery: async (id: number, deliveryId: number): Promise<DeliveryDetails> =>
      (await testApp.request('GET', `/webhooks/${id}/deliveries/${deliveryId}`, { as: token })).json<DeliveryDetails>(),
  });
  return {
    testApp,
    floor,
    receiver,
    as,
    /** What the log tells of accounts from the beginning, as message ids. */
    published: async (
      acctIds: readonly number[],
    ): Promise<readonly Readonly<{ id: string; acctId: number; type: string }>[]> => {
      const events = await eventLog(testApp).read({ acctIds, limit: 100_000 });
      return events.map(({ id, acctId, type }) => ({ id: `evt_${id.replaceAll('.', '-')}`, acctId, type }));
    },
    close: async (): Promise<void> => {
      await testApp.close();
      await receiver.close();
    },
  };
}

export type WebhookApp = Awaited<ReturnType<typeof openWebhookApp>>;

const dispatcherOf = (testApp: TestApp): WebhookDispatcherService =>
  testApp.app.get(WebhookDispatcherService, { strict: false });

/** From now on messages of webhooks are sent, as the running service does. */
export const beginDeliveries = (testApp: TestApp): Promise<void> => dispatcherOf(testApp).begin();

export const removeOldDeliveries = (testApp: TestApp, batch: number): Promise<number> =>
  testApp.app.get(WebhookRetentionService, { strict: false }).run(batch);

/** From now on a question to the database that has to do with rights answers as if it were gone. */
export function loseAccounts(testApp: TestApp): () => void {
  const access = testApp.app.get(AccountAccessService, { strict: false });
  const mayRead = access.mayRead.bind(access);
  access.mayRead = () => Promise.reject(new Error('the database is not there'));
  return () => (access.mayRead = mayRead);
}

/** A courier by itself; `resolve` says where names lead to, each time that one is asked for. */
export const createDispatcher = (
  terms: Readonly<{ allowsPrivate?: boolean; timeLimitMs?: number; resolve?: HostResolver }>,
): WebhookHttpClient =>
  new WebhookHttpClient({ allowsPrivate: false, allowsPlainHttp: true, allowedHosts: null, version: '0', ...terms });

/** The ids of messages, each once, in the order in which they first came. */
export const idsOf = (received: readonly ReceivedRequest[]): string[] => [
  ...new Set(received.map(({ headers }) => headers['webhook-id'] ?? '')),
];
