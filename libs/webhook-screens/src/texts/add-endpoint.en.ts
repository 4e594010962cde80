import { EVENT_RESOURCES } from '@billhook/domain/shared/event-types';
import { resourceTexts } from '@billhook/domain/shared/resource-words';

/** Adding an endpoint, and a test message. */
export const adding = {
  url: {
    checking: 'Checking the URL…',
    accepted: 'The URL is allowed. A test message shows whether it responds.',
  },
  picker: {
    chosen: '{{chosen}} of {{total}} selected',
    show: 'Show events: {{group}}',
    hide: 'Hide events: {{group}}',
    example: 'Example',
    exampleOf: 'Example of {{type}}',
    copyExample: 'Copy example',
  },
  preview: {
    title: 'Preview with your events',
    choose: 'Select events to see how many messages they would have sent.',
    loading: 'Counting messages…',
    days_one: 'In the last {{count}} day, ',
    days_other: 'In the last {{count}} days, ',
    none: 'this would have sent no messages.',
    exact_one: 'this would have sent {{formatted}} message.',
    exact_other: 'this would have sent {{formatted}} messages.',
    atLeast_one: 'this would have sent at least {{formatted}} message.',
    atLeast_other: 'this would have sent at least {{formatted}} messages.',
    partial: 'Only the newest events were counted.',
    newest: 'Newest events',
    record: resourceTexts(EVENT_RESOURCES, 'en', ({ one }) => `${one} {{id}}`),
  },
  test: {
    title: 'Test',
    lead: 'Sends one example message, with the header webhook-test: true.',
    event: 'Event of the test message',
    send: 'Send a test message',
    waiting: 'Waiting for the response…',
    hidden: 'You need the permission {{permission}} to see the response.',
    took: 'in {{duration}}',
  },
  open: 'Open endpoint',
};
