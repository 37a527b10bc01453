import { ListPager } from '../../src/http/list-pager.js';

/** Counts the pages of lists that downloads read from now on; gives how to end that, which gives the count. */
export function countPagesRead(): () => number {
  const reads = import.meta.jest.spyOn(ListPager.prototype, 'readPage');
  return () => {
    const { length } = reads.mock.calls;
    reads.mockRestore();
    return length;
  };
}
