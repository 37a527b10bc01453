import { toDownloadUrl } from '../pages/list-links.page.js';
import { isCsvDownload, applyCsvParameter } from './csv-download.js';

const applyTo = (path: string, method = 'GET') => {
  const request = { method, headers: { accept: 'text/html' } };
  return [applyCsvParameter(request, path), request.headers.accept];
};

describe('CSV download URL', () => {
  it.each([
    ['/fills?_as=csv', '/fills'],
    ['/fills?acct_id=7&_as=csv', '/fills?acct_id=7'],
    ['/fills?_as=csv&acct_id=7', '/fills?acct_id=7'],
    ['/fills?acct_id=7&_as=csv&per_page=1000', '/fills?acct_id=7&per_page=1000'],
  ])('%s asks for text/csv at %s', (path, strippedPath) => {
    expect(applyTo(path)).toEqual([strippedPath, 'text/csv']);
  });

  it.each(['/fills', '/fills?_as=json', '/fills?a_as=csv&b=c', '/fills?_as=csvs&a=b', '/fills?x_as=csv', '/_as=csv'])(
    'leaves %s unchanged',
    (path) => {
      expect(applyTo(path)).toEqual([path, 'text/html']);
    },
  );

  it('needs GET', () => {
    expect(applyTo('/fills?_as=csv', 'POST')).toEqual(['/fills?_as=csv', 'text/html']);
  });

  it('needs a list', () => {
    const request = {
      originalUrl: '/fills?_as=csv&per_page=10',
      headers: { accept: 'text/csv' },
      routeOptions: { config: { csvColumns: ['id'] } },
    };

    expect([
      isCsvDownload(request),
      isCsvDownload({ ...request, originalUrl: '/fills' }),
      isCsvDownload({ ...request, routeOptions: { config: {} } }),
    ]).toEqual([true, false, false]);
  });

  it('drops paging', () => {
    expect(toDownloadUrl('/fills?acct_id=7&acct_id=8&cursor=x&per_page=10')).toBe('/fills?acct_id=7&acct_id=8&_as=csv');
  });
});
