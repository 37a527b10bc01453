import { anonymousPageContext } from '../../test/support/page-context.js';
import { toHomeView, type ResourceView } from './home.view.js';
import { welcomePage } from './welcome.page.js';

const context = { ...anonymousPageContext, path: '/', baseUrl: 'https://k.test' };

const token: ResourceView = { method: 'POST', path: '/oauth/token', access: 'client', summary: 'Exchanges a grant.' };

const renderShown = (...resources: ResourceView[]) => shownTo(null, ...resources);

const shownTo = (person: string | null, ...resources: ResourceView[]) =>
  String(
    welcomePage(
      toHomeView({ version: '1.2.3', mode: 'production', registration: 'keys', baseUrl: 'https://k.test', resources }),
      { ...context, userName: person },
    ).body,
  );

describe('welcomePage', () => {
  it('shows the product, its URL and mode', () => {
    for (const fact of ['a trading-data service', '<code>https://k.test</code>', 'production', '1.2.3'])
      expect(renderShown()).toContain(fact);
  });

  it('shows a working first request', () => {
    expect(renderShown()).toContain(
      '<pre><code>curl -H &#39;Accept: application/json&#39; https://k.test/</code></pre>'.replaceAll('&#39;', "'"),
    );
  });

  it('shows how to get an access token where the endpoint exists', () => {
    expect(renderShown(token)).toContain('grant_type=password');
    expect(renderShown()).not.toContain('grant_type=password');
  });

  it('links what a browser can open and names the rest', () => {
    const markup = renderShown(
      { method: 'GET', path: '/docs', access: 'none', summary: 'Shows <all>.' },
      { method: 'GET', path: '/docs/errors/:code', access: 'none', summary: 'One.' },
      { method: 'GET', path: '/users/me', access: 'bearer', summary: 'You.' },
      token,
    );

    expect(
      [...markup.matchAll(/<\/td><td>(?:<a href="([^"]*)">)?<code>([^<]*)<\/code>/g)].map(([, href, path]) => [
        path,
        href,
      ]),
    ).toEqual([
      ['/docs', '/docs'],
      ['/docs/errors/:code', undefined],
      ['/users/me', undefined],
      ['/oauth/token', undefined],
    ]);
    expect(markup).toContain('Shows &lt;all&gt;.');
    expect(markup).toContain('<td>token</td>');
  });

  it('links what the session of a signed-in user can open', () => {
    const mine: ResourceView = { method: 'GET', path: '/users/me', access: 'bearer', summary: 'You.' };

    expect(shownTo('ada@k.test', mine)).toContain('<a href="/users/me"><code>/users/me</code></a>');
    expect(renderShown(mine)).not.toContain('<a href="/users/me">');
  });

  it('links the sign-in, and before it the registration, but only when that is open', () => {
    const open = toHomeView({
      version: '1',
      mode: 'production',
      registration: 'anybody',
      baseUrl: 'https://k.test',
      resources: [],
    });
    const account = '<a class="button primary" href="/sign-up">Create an account</a>';

    expect(renderShown()).toContain('<a class="button primary" href="/login">Sign in</a>');
    expect(renderShown()).not.toContain(account);
    expect(String(welcomePage(open, context).body)).toContain(`${account} <a class="button" href="/login">Sign in</a>`);
    expect(String(welcomePage(open, { ...context, userName: 'ada@k.test' }).body)).not.toContain(account);
  });

  it('links the pages of a signed-in user, to that user only', () => {
    expect(shownTo('ada@k.test')).toContain('<a class="button primary" href="/desk">');
    expect(renderShown()).not.toContain('/desk');
  });
});
