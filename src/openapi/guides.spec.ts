import { insertBaseUrl, findGuideUrl } from './guides.js';

const createGuide = (text: string) => ({ name: 'streams', title: 'Streams', summary: '', text });

describe('insertBaseUrl', () => {
  it('replaces the repository’s example address by the service’s base URL', () => {
    const text =
      'curl http://127.0.0.1:3000/a, -c ws://127.0.0.1:3000/b, wss://kontor.example.org/c, https://app.example.org';

    expect(insertBaseUrl(createGuide(text), 'https://k.test')).toBe(
      'curl https://k.test/a, -c wss://k.test/b, wss://k.test/c, https://app.example.org',
    );
    expect(insertBaseUrl(createGuide(text), 'http://k.test:8080')).toBe(
      'curl http://k.test:8080/a, -c ws://k.test:8080/b, ws://k.test:8080/c, https://app.example.org',
    );
  });

  it.each([
    ['/events', '/docs/streams'],
    ['/marketdata/stream', '/docs/streams'],
    ['/marketdata', null],
    ['/webhooks', '/docs/webhooks'],
    ['/webhooks/{id}/test', '/docs/webhooks'],
    ['/webhooksy', null],
  ])('is the one that tells more about %s', (path, href) => {
    expect(findGuideUrl(path)).toBe(href);
  });
});
