import { oneOf, searchOf, sortBy, words } from '../../shared/workspace/list-search.js';

// As in the contract, whose schemas these screens do not load.
export const CLIENT_KINDS = ['Business', 'Individual', 'Public'] as const;
export type ClientKind = (typeof CLIENT_KINDS)[number];
export const CLIENT_STATUSES = ['Active', 'Archived'] as const;

/** The filters of the client list in the address. */
export const clientSearch = searchOf({
  q: words,
  status: oneOf(CLIENT_STATUSES),
  kind: oneOf(CLIENT_KINDS),
  sort: sortBy(['name']),
});
