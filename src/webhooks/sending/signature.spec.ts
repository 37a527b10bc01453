import { Webhook } from 'standardwebhooks';
import {
  toMessageId,
  toSigningKey,
  createWebhookSecret,
  openSigningSecret,
  sealSigningSecret,
  createSignatureHeaders,
} from './signature.js';

const now = (): number => Math.floor(Date.now() / 1000);

describe('webhook signature', () => {
  it('equals the specification’s example', () => {
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', seconds: 1614265330, body: '{"test": 2432232314}' };

    expect(createSignatureHeaders(message, [toSigningKey('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')])).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('verifies with either of two secrets, and with no other', () => {
    const [old, fresh, strange] = [createWebhookSecret(), createWebhookSecret(), createWebhookSecret()];
    const body = '{"name":"Zoë \\u2028 ☃"}';
    const headers = createSignatureHeaders(
      { id: toMessageId('12.f.3'), seconds: now(), body },
      [fresh, old].map(toSigningKey),
    );

    for (const secret of [old, fresh]) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(strange).verify(body, headers)).toThrow('No matching signature');
    expect(() => new Webhook(fresh).verify(`${body} `, headers)).toThrow('No matching signature');
  });

  it('rejects ids with full stops', () => {
    expect(toMessageId('1234.f.9002')).toBe('evt_1234-f-9002');
  });
});

describe('webhook secret', () => {
  it('is 32 unique bytes', () => {
    expect(Buffer.from(createWebhookSecret().replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
    expect(createWebhookSecret()).not.toBe(createWebhookSecret());
  });

  it('is unsealed by its own webhook and key only', () => {
    const secret = createWebhookSecret();
    const sealed = sealSigningSecret(secret, 7, 'one key');

    expect(sealed).not.toContain(secret.slice(6));
    expect([
      openSigningSecret(sealed, 7, 'one key'),
      openSigningSecret(sealed, 8, 'one key'),
      openSigningSecret(sealed, 7, 'another key'),
    ]).toEqual([secret, null, null]);
  });
});
