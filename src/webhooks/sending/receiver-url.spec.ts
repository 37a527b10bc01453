import { type EgressPolicy, findUrlFault } from './receiver-url.js';

const sandbox: EgressPolicy = { allowsPrivate: false, allowsPlainHttp: true, allowedHosts: null };
const production: EgressPolicy = { ...sandbox, allowsPlainHttp: false };
const everything: EgressPolicy = { ...sandbox, allowsPrivate: true };

const privates = [
  'http://127.0.0.1/',
  'http://127.0.0.1:8080/x',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://127.0.1/',
  'http://①②⑦.0.0.1/',
  'http://0/',
  'http://0.0.0.0/',
  'http://10.1.2.3/',
  'http://192.168.1.1/',
  'http://172.16.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.1.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://3232235777/',
  'http://[::]/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[fd00::1]/',
  'http://[fe80::1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:53aa:64c::1]/',
  'http://[::127.0.0.1]/',
  'http://localhost/',
  'http://LOCALHOST/',
  'http://localhost./',
  'http://a.localhost/',
  'http://ｌｏｃａｌｈｏｓｔ/',
  'http://localhost.localdomain/',
  'https://ip6-localhost/',
  'http://127.0.0.1./',
  'http://0x7f.1./',
];

const malformed = [
  '',
  'nonsense',
  '/events',
  'ftp://example.org/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'gopher://example.org/',
  'http://',
  'https://user:secret@example.org/',
  'https://user@example.org/',
  'https://@:x@example.org/',
  'https://example.org/#part',
  'https://example.org:0/',
  'https://example.org:22/',
  'https://example.org:25/',
  'https://example.org:6667/',
  'https://example.org:65536/',
  'https://exa mple.org/',
  'https://[::1/',
  'https://1.2.3.256/',
  'http:example.org',
  'https://example.org/\r\nX: y',
  'https://example.org/a b',
  'https://example.org/\u202ex',
  '\thttps://example.org/',
];

describe('findUrlFault', () => {
  it.each(privates)('rejects %s as private, and accepts it where private addresses are allowed', (url) => {
    expect(findUrlFault(url, sandbox)).toMatchObject({ kind: 'private' });
    expect(findUrlFault(url, everything)).toBeNull();
  });

  it.each(malformed)('rejects %j', (url) => {
    expect(findUrlFault(url, everything)).toMatchObject({ kind: 'malformed' });
  });

  it.each([
    'https://example.org/',
    'https://example.org:8443/a?b=c',
    'https://1.1.1.1/',
    'https://[2606:4700::1111]/',
    'https://bücher.example/',
    'https://notlocalhost/',
    'https://localhost.example/',
  ])('%s is one', (url) => {
    expect(findUrlFault(url, production)).toBeNull();
  });

  it('accepts allowed hosts and names below allowed domains only, when there are any', () => {
    const reach: EgressPolicy = { ...production, allowedHosts: ['hooks.example.org', '.example.com'] };
    const faultsOf = (hosts: readonly string[]) =>
      hosts.map((host) => findUrlFault(`https://${host}/`, reach)?.kind ?? null);

    expect(
      faultsOf(['hooks.example.org', 'HOOKS.example.org', 'hooks.example.org.', 'a.example.com', 'b.a.example.com']),
    ).toEqual([null, null, null, null, null]);
    expect(
      faultsOf([
        'example.org',
        'other.example.org',
        'xhooks.example.org',
        'example.com',
        'notexample.com',
        '1.1.1.1',
        '127.0.0.1',
      ]),
    ).toEqual(Array(7).fill('malformed'));
    // What is private stays so.
    expect(findUrlFault('https://10.0.0.1/', { ...production, allowedHosts: ['10.0.0.1'] })).toMatchObject({
      kind: 'private',
    });
  });

  it('accepts plain HTTP in the sandbox only', () => {
    expect(findUrlFault('http://example.org/', production)).toMatchObject({ kind: 'malformed' });
    expect(findUrlFault('http://example.org/', sandbox)).toBeNull();
  });
});
