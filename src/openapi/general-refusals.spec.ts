import { readContract } from './contract.js';
import { generalRefusals } from './general-refusals.js';

describe('the table of general refusals', () => {
  const { refusals, doors } = readContract();
  const inSource = [...Object.keys(refusals), 'server_error'];
  const reached = new Set(Object.values(doors).flatMap((door) => door.refusals));

  it('names every failure that no handler can reach, for somebody must make it', () => {
    expect(inSource.filter((code) => !reached.has(code) && !(code in generalRefusals))).toEqual([]);
  });

  it('names no failure that has gone', () => {
    expect(Object.keys(generalRefusals).filter((code) => !inSource.includes(code))).toEqual([]);
  });
});
