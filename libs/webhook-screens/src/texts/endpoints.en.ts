/** Columns of the list of endpoints. */
export const endpoints = {
  activity: 'Attempts, last 24 hours',
  waiting: 'Waiting',
  never: 'None yet',
  bars: {
    summary: '{{succeeded}} successful and {{failed}} failed attempts in the last 24 hours',
    none: 'No attempts',
    hour: '{{when}}: {{succeeded}} successful, {{failed}} failed',
    succeeded_one: '{{count}} successful',
    succeeded_other: '{{count}} successful',
    failed_one: '{{count}} failed',
    failed_other: '{{count}} failed',
  },
};
