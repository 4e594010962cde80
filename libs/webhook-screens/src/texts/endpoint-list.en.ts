/** Texts of the list of endpoints. */
export const list = {
  title: 'Endpoints',
  lead: 'An endpoint is a URL that receives a signed message when an event occurs.',
  add: 'Add endpoint',
  table: 'Endpoints',
  eventCount_one: '{{count}} event',
  eventCount_other: '{{count}} events',
  allEvents: 'All events',
  last24: 'Last 24 hours',
  delivered: '{{count}} delivered',
  failed_one: '{{count}} failed',
  failed_other: '{{count}} failed',
  waiting: '{{count}} waiting',
  quiet: 'No deliveries',
  created: 'Added',
  emptyTitle: 'No endpoints yet',
  emptyBody: 'Add the URL of your receiver and choose its events. You get a signing secret to verify the messages.',
};
