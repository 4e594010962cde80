/** Texts of the list of endpoints. */
export const list = {
  lead: 'An endpoint is a URL that receives a signed message when an event occurs.',
  add: 'Add endpoint',
  eventCount_one: '{{count}} event',
  eventCount_other: '{{count}} events',
  last24: 'Last 24 hours',
  delivered: '{{count}} delivered',
  failed_one: '{{count}} failed',
  failed_other: '{{count}} failed',
  waiting: '{{count}} waiting',
  quiet: 'No deliveries',
  created: 'Added',
  emptyBody: 'Add the URL of your receiver and choose its events. You get a signing secret to verify the messages.',
};
