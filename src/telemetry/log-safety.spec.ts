import { describeError, escapeForLog, redactUrl, redactSecrets } from './log-safety.js';

describe('redactUrl', () => {
  it.each([
    ['/orders', '/orders'],
    ['/orders?status=Open', '/orders?status=Open'],
    [
      '/oauth/authorize?client_id=abc&state=S3CR3T&code=x',
      '/oauth/authorize?client_id=abc&state=[redacted]&code=[redacted]',
    ],
    ['/x?S3CR3T=1', '/x?[redacted]=[redacted]'],
    ['/x?S3CR3T', '/x?[redacted]'],
    ['/x?', '/x?[redacted]'],
    ['/%0a\n\u001b[31m', '/%0a%0A%1B[31m'],
    ['/\ud800é', '/%3F%C3%A9'],
  ])('%j is logged as %s', (url, expected) => {
    expect(redactUrl(url)).toBe(expected);
  });

  it('is the same each time, also for a URL that is kept', () => {
    const harmless = `/marketdata?${Array.from({ length: 25 }, (_, n) => `instrument_ids=${n}`).join('&')}`;
    const secret = `${harmless}&ticket=S3CR3T`;
    for (const url of [harmless, secret, '/orders?status=\u001b']) expect(redactUrl(url)).toBe(redactUrl(url));
    expect(redactUrl(harmless)).toBe(harmless.split('&', 20).join('&'));
    expect(redactUrl(secret)).not.toContain('S3CR3T');
    expect(redactUrl('/orders?status=\u001b')).toBe('/orders?status=%1B');
  });

  it('limits the length', () => {
    expect(escapeForLog('x'.repeat(10_000))).toHaveLength(500);
    expect(redactUrl(`/x?${'a=b&'.repeat(10_000)}`).length).toBeLessThanOrEqual(500);
  });
});

describe('describeError', () => {
  it('keeps type, code, frames and cause, and no other properties', () => {
    const error = Object.assign(new TypeError('broken', { cause: new Error('deeper') }), {
      code: 'E1',
      query: 'select S3CR3T',
      detail: 'S3CR3T',
    });
    const described = describeError(error);

    expect(described).toMatchObject({
      type: 'TypeError',
      message: 'broken',
      code: 'E1',
      stack: expect.stringContaining('log-safety.spec'),
      cause: { message: 'deeper' },
    });
    expect(JSON.stringify(described)).not.toContain('S3CR3T');
  });

  it('removes quoted statements and redacts credentials', () => {
    const described = describeError(
      new Error("insert into users (password) values ('S3CR3T') - duplicate key, token=S3CR3T"),
    );

    expect(described.message).toBe('(statement left out) duplicate key, token=[redacted]');
    expect(JSON.stringify(described)).not.toContain('S3CR3T');
  });

  it('removes a statement with nothing after it', () => {
    expect(describeError(new Error("insert into users (email) values ('S3CR3T')")).message).toBe(
      '(statement left out)',
    );
  });

  it('describes any thrown value and terminates on cyclic causes', () => {
    const circularError = new Error('ring');
    circularError.cause = circularError;

    expect(describeError('text')).toEqual({ type: 'string', message: 'text' });
    expect(describeError(null)).toEqual({ type: 'object', message: '[object Null]' });
    expect(JSON.stringify(describeError(circularError)).match(/ring/g)?.length).toBeLessThan(20);
  });
});

describe('redactSecrets', () => {
  it.each([
    ['Authorization: Bearer abc.def-ghi', 'Authorization: [redacted] [redacted]'],
    ['got Basic dXNlcjpwYXNz', 'got Basic [redacted]'],
    ['{"client_secret":"abc","name":"x"}', '{"client_secret":"[redacted]","name":"x"}'],
    ['{"secret": "x y", "name": "z"}', '{"secret": "[redacted]", "name": "z"}'],
    ['{"secret": "x \\" y", "name": "z"}', '{"secret": "[redacted]", "name": "z"}'],
    ["{ password: 'a b c', n: 1 }", '{ password: "[redacted]", n: 1 }'],
    ['{"token": "cut off in the mid', '{"token": "[redacted]"'],
    ['grant_type=password&password=hunter2&x=1', 'grant_type=password&password=[redacted]&x=1'],
    ['the basic idea', 'the basic [redacted]'],
    ['nothing to hide', 'nothing to hide'],
  ])('%s becomes %s', (text, expected) => {
    expect(redactSecrets(text)).toBe(expected);
  });
});
