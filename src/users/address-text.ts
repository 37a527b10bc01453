import type { UserView } from './user.view.js';

/** An address in one line, without its empty lines. */
export const formatAddress = ({ address }: UserView): string =>
  Object.values(address)
    .filter((part) => part !== '')
    .join(', ');
