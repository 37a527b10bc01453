import { parseMarkdown, insertBaseUrl, findGuideUrl } from './markdown.js';

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
    ['/orderactions/preview', '/docs/orders'],
    ['/oauth/client/{client_id}/secret', '/docs/api-keys'],
    ['/webhooks', '/docs/webhooks'],
    ['/webhooks/{id}/test', '/docs/webhooks'],
    ['/webhooksy', null],
  ])('is the one that tells more about %s', (path, href) => {
    expect(findGuideUrl(path)).toBe(href);
  });
});

describe('parseMarkdown', () => {
  it('reads headings, paragraphs, lists, tables and code with any line ends', () => {
    const text =
      'First,\nsecond.\n\n## Market: `GET /a/b`\n\n- **one**\n  more\n- two\n\n### So\n| a | b |\n|---|:-:|\n| `x` | |\n\n```sh\n# no heading\n\n> no quote\n```\n';

    const blocks = [
      { kind: 'paragraph', text: 'First, second.' },
      { kind: 'heading', level: 2, text: 'Market: `GET /a/b`', id: 'market-get-ab' },
      { kind: 'list', items: ['**one** more', 'two'] },
      { kind: 'heading', level: 3, text: 'So', id: 'so' },
      { kind: 'table', head: ['a', 'b'], rows: [['`x`', '']] },
      { kind: 'code', language: 'sh', text: '# no heading\n\n> no quote' },
    ];
    expect(parseMarkdown(text)).toEqual(blocks);
    expect(parseMarkdown(text.replaceAll('\n', '\r\n'))).toEqual(blocks);
  });

  it.each([
    ['a heading of another level', '#### Deep'],
    ['a quotation', '> said'],
    ['a numbered list', '1. one'],
    ['a list within a list', '- one\n  - two\n    - three'],
    ['a list of other marks', '* one'],
    ['indented code', '    code'],
    ['code without an end', '```sh\nls'],
    ['a table without a rule', '| a |\n| b |'],
    ['a table with a short row', '| a | b |\n|---|---|\n| c |'],
    ['a list within a paragraph', 'See:\n- one'],
  ])('refuses %s', (_what, text) => {
    expect(() => parseMarkdown(text)).toThrow(SyntaxError);
  });
});
