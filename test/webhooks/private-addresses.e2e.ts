import { people } from '../support/people.js';
import { openReceiver, type Receiver } from '../support/receiver.js';
import { createDispatcher, type WebhookApp, openWebhookApp } from '../support/webhooks.js';

const message = { headers: { 'webhook-id': 'evt_1' }, body: '{"type":"test"}' };

/** The address of this machine, and how else one could write it or come by it. */
const literals = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  'localhost',
  'hook.localhost',
];

describe('webhooks to private addresses', () => {
  let receiver: Receiver;
  beforeAll(async () => (receiver = await openReceiver()));
  afterAll(() => receiver.close());

  describe('in production', () => {
    let hooks: WebhookApp;
    beforeAll(async () => (hooks = await openWebhookApp({ WEBHOOKS_ALLOW_PRIVATE: '0' })));
    afterAll(() => hooks.close());

    it.each(literals)('refuse to register %s, with the reason', async (host) => {
      const { token } = await people.ada(hooks.testApp);
      const answer = await hooks.as(token).register({ url: `http://${host}:${receiver.port}/` });

      const why = expect.stringMatching(
        /^url must be an address of the public internet: \S+ is private, and nothing is sent there\.?$/,
      );
      expect([answer.statusCode, answer.json()]).toEqual([
        422,
        expect.objectContaining({ code: 'private_address', detail: why, errors: [{ pointer: '/url', message: why }] }),
      ]);
    });

    it('are not delivered when they were registered before', async () => {
      const { token } = await people.ada(hooks.testApp);
      const hook = await hooks.as(token).hook({ url: 'https://example.org/' });
      for (const url of [`http://127.0.0.1:${receiver.port}/`, `http://localhost:${receiver.port}/`]) {
        await hooks.testApp.orm.em.fork().execute('update webhooks set url = ? where id = ?', [url, hook.id]);
        const { status, attempts } = await hooks.as(token).test(hook.id);
        expect([status, attempts[0]?.error]).toEqual([
          'Failed',
          expect.stringContaining('must be an address of the public internet'),
        ]);
      }
      expect(receiver.received).toEqual([]);
    });
  });

  describe('with WEBHOOK_HOSTS', () => {
    let hooks: WebhookApp;
    beforeAll(async () => (hooks = await openWebhookApp({ WEBHOOKS_ALLOWED_HOSTS: 'localhost,.example.org' })));
    afterAll(() => hooks.close());

    it('refuse other hosts, registered before or not', async () => {
      const { token } = await people.ada(hooks.testApp);
      const refused = await hooks.as(token).register({ url: `http://127.0.0.1:${receiver.port}/` });
      const hook = await hooks.as(token).hook({ url: `http://localhost:${receiver.port}/` });
      const arrived = await hooks.as(token).test(hook.id);
      const count = receiver.received.length;
      await hooks.testApp.orm.em
        .fork()
        .execute('update webhooks set url = ? where id = ?', [`http://127.0.0.1:${receiver.port}/`, hook.id]);
      const withheld = await hooks.as(token).test(hook.id);

      expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
        422,
        expect.stringContaining('url must name a host that the operator of this service allows: 127.0.0.1 is none'),
      ]);
      expect([arrived.status, count]).toEqual(['Delivered', 1]);
      expect([withheld.attempts[0]?.error, receiver.received.length]).toEqual([
        expect.stringContaining('the operator of this service allows'),
        1,
      ]);
      receiver.received.splice(0);
    });
  });

  it.each(literals)('send no request to %s', async (host) => {
    const post = createDispatcher({});

    expect(await post.deliver({ url: `http://${host}:${receiver.port}/`, ...message })).toMatchObject({
      status: null,
      error: expect.stringContaining('public internet'),
    });
    expect(receiver.received).toEqual([]);
    post.close();
  });

  it.each([
    ['127.0.0.1', 4],
    ['::1', 6],
    ['::ffff:127.0.0.1', 6],
    ['10.0.0.1', 4],
    ['169.254.169.254', 4],
    ['fd00::1', 6],
  ])('are not reached by a name that leads to %s', async (address, family) => {
    const post = createDispatcher({ resolve: (_name, callback) => callback(null, [{ address, family }]) });

    expect(await post.deliver({ url: `http://rebound.example.org:${receiver.port}/`, ...message })).toMatchObject({
      status: null,
      error: expect.stringContaining('does not lead to an address of the public internet'),
    });
    expect(receiver.received).toEqual([]);
    post.close();
  });

  it('are not delivered when a name resolves to another address later', async () => {
    let asked = 0;
    const post = createDispatcher({
      timeLimitMs: 200,
      resolve: (_name, callback) => callback(null, [{ address: ++asked === 1 ? '192.0.3.1' : '127.0.0.1', family: 4 }]),
    });
    const url = `http://rebinding.example.org:${receiver.port}/`;
    const [first, second] = [await post.deliver({ url, ...message }), await post.deliver({ url, ...message })];

    expect(first.error).not.toContain('public internet');
    expect(second.error).toContain('does not lead to an address of the public internet');
    expect([asked, receiver.received]).toEqual([2, []]);
    post.close();
  });

  it('are delivered by the same name in the sandbox', async () => {
    const post = createDispatcher({
      allowsPrivate: true,
      resolve: (_name, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    });

    expect(await post.deliver({ url: `http://rebound.example.org:${receiver.port}/`, ...message })).toMatchObject({
      status: 204,
      error: null,
    });
    expect(receiver.received).toHaveLength(1);
    post.close();
  });
});
