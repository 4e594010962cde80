import { Foundation1700000000001 } from './0001-foundation.js';

/** In the order in which they run. Add at the end; never edit one that was released. */
export const MIGRATIONS = [Foundation1700000000001];
