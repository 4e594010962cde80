import { stopAll } from './resources.mjs';

/** Stops what the set-ups started. Each project of a run tears down; the first does all of it. */
export default stopAll;
