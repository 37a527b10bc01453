/** A shortcut; several keys are pressed one after another. */
type Shortcut = Readonly<{ keys: readonly string[]; does: string }>;

/** The keys of one place. */
export type ShortcutsView = readonly Readonly<{ where: string; keys: readonly Shortcut[] }>[];

/** All keys of `assets/keys.js` and `assets/chart-keys.js`; a test presses them. */
export const SHORTCUTS: ShortcutsView = [
  {
    where: 'On every page',
    keys: [
      { keys: ['?'], does: 'Show this list' },
      { keys: ['g', 'd'], does: 'Go to the overview' },
      { keys: ['g', 'm'], does: 'Go to the market' },
      { keys: ['g', 'o'], does: 'Go to the orders' },
      { keys: ['g', 'p'], does: 'Go to the positions' },
      { keys: ['g', 'a'], does: 'Go to the accounts' },
      { keys: ['n'], does: 'Give a new order: in the ticket of the page, if it has one' },
      { keys: ['/'], does: 'Go to the search of the page' },
      { keys: ['Esc'], does: 'Leave a field, or close what is open' },
    ],
  },
  {
    where: 'In a list',
    keys: [
      { keys: ['j'], does: 'One row down' },
      { keys: ['k'], does: 'One row up' },
      { keys: ['Enter'], does: 'Open the row' },
      { keys: ['e'], does: 'Change the order of the row' },
      { keys: ['c'], does: 'Cancel the order of the row' },
    ],
  },
  {
    where: 'At an order',
    keys: [
      { keys: ['e'], does: 'Change it' },
      { keys: ['c'], does: 'Go to the button that cancels it' },
    ],
  },
  {
    where: 'In the chart of an instrument',
    keys: [
      { keys: ['←'], does: 'One bar back, and its figures; with Shift ten' },
      { keys: ['→'], does: 'One bar on; with Shift ten' },
      { keys: ['Home'], does: 'To the oldest bar' },
      { keys: ['End'], does: 'To the newest bar' },
      { keys: ['+'], does: 'Fewer bars, wider' },
      { keys: ['-'], does: 'More bars, narrower' },
      { keys: ['Esc'], does: 'Leave the bar' },
    ],
  },
  {
    where: 'In a ticket',
    keys: [
      { keys: ['b'], does: 'Buy' },
      { keys: ['s'], does: 'Sell' },
      { keys: ['↑'], does: 'In a price: one step up; an empty one begins at the last price, where the page shows it' },
      {
        keys: ['↓'],
        does: 'In a price: one step down; an empty one begins at the last price, where the page shows it',
      },
      { keys: ['Enter'], does: 'In a field: send the order' },
    ],
  },
];
