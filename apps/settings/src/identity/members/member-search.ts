import { oneOf, searchOf, words } from '../../shared/workspace/list-search.js';

export const SEGMENTS = ['people', 'service', 'invitations', 'removed'] as const;
export type Segment = (typeof SEGMENTS)[number];

const readers = { show: oneOf(SEGMENTS), q: words };

/** The parameters in the address of the members page; without `show`, the people. */
export const memberSearch = searchOf(readers);
