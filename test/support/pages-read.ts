import { ListPager } from '../../src/http/csv-download.interceptor.js';

/** Counts the pages of lists that downloads read from now on; gives how to end that, which gives the count. */
export function countPagesRead(): () => number {
  const pager = ListPager.prototype;
  const readPage = Object.getOwnPropertyDescriptor(pager, 'readPage') as TypedPropertyDescriptor<ListPager['readPage']>;
  let count = 0;
  Object.defineProperty(pager, 'readPage', {
    ...readPage,
    value(this: ListPager, ...parameters: Parameters<ListPager['readPage']>) {
      count += 1;
      return readPage.value?.apply(this, parameters);
    },
  });
  return () => {
    Object.defineProperty(pager, 'readPage', readPage);
    return count;
  };
}
