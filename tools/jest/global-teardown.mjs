import { stopAll } from './resources.mjs';

/** Stops what the set-ups started. Each project calls a tear-down; the first one stops everything. */
export default stopAll;
