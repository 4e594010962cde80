/** Running: the worker moves the clock from one due time to the next. */
export const ADVANCE_STATUSES = ['Running', 'Completed', 'Failed'] as const;
export type AdvanceStatus = (typeof ADVANCE_STATUSES)[number];

/** How far the time of a sandbox can be ahead of the present. */
export const MOST_YEARS_AHEAD = 10;
