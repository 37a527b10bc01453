import { casesOf, expectation, run } from './tables.js';

/** A reported break has the number of its instrument; a command has that of the break. */
const acceptances = `
# ! an accepted break is closed with its difference, and no position changes
  a has positions 2026-01-04 X:-2@100 -> BreakOpened 1 0:-2
  ? holds a -> -2 cost -200 realized 0 unrealized 0 by reference 100
  a accepts 1 -> BreakClosed 1 0:-2
  ? holds a -> -2 cost -200 realized 0 unrealized 0 by reference 100
  a accepts 1 -> break_not_open
# ! a break of another account, and one that there is not, are not open
  a has positions 2026-01-04 X:-2@100 -> BreakOpened 1 0:-2
  b accepts 1 -> break_not_open
  a accepts 2 -> break_not_open
  h accepts 1 -> break_not_open
# ! the accepted figures open no other break: by a list again, by a list before, at the close
  a has positions 2026-01-05 X:-2@100 -> BreakOpened 1 0:-2
  a accepts 1 -> BreakClosed 1 0:-2
  a has positions 2026-01-05 X:-2@100 Y:1@7 -> BreakOpened 2 0:1
  a has positions 2026-01-04 X:0@100 -> BreakChanged 2 0:1
  close 2026-01-05 ->
# ! other figures open a break of their own, and the acceptance counts no more
  a has positions 2026-01-04 X:-2@100 -> BreakOpened 1 0:-2
  a accepts 1 -> BreakClosed 1 0:-2
  a has positions 2026-01-04 X:-3@100 -> BreakOpened 1 0:-3
  a has positions 2026-01-04 X:-2@100 -> BreakChanged 1 0:-2
  a has positions 2026-01-04 X:0@100 -> BreakClosed 1 0:0
  a accepts 1 -> break_not_open
  a has positions 2026-01-04 X:-2@100 -> BreakOpened 1 0:-2
  a accepts 2 -> break_not_open
  a accepts 3 -> BreakClosed 1 0:-2
# ! a list that agrees after an acceptance reports nothing
  a has positions 2026-01-04 X:-2@100 -> BreakOpened 1 0:-2
  a accepts 1 -> BreakClosed 1 0:-2
  a has positions 2026-01-04 X:0@100 ->
# ! a later list is compared as before
  a has positions 2026-01-03 X:-2@100 -> BreakOpened 1 0:-2
  a accepts 1 -> BreakClosed 1 0:-2
  a has positions 2026-01-04 X:-2@100 ->
  a has positions 2026-01-04 X:-1@100 -> BreakOpened 1 -2:-1
`;

describe('accepted breaks', () => {
  it.each(casesOf(acceptances).map((one) => [one.name, one] as const))('%s', (_name, one) => {
    expect(run(one)).toEqual(expectation(one));
  });
});
