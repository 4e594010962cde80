import { EVENT_RESOURCES } from '@billhook/domain/shared/event-types';
import { resourceTexts } from '@billhook/domain/shared/resource-words';
import { adding } from './add-endpoint.en.js';
import { certification } from './certification.en.js';
import { deliveries } from './deliveries.en.js';
import { endpointPage } from './endpoint-page.en.js';
import { tools } from './event-types-and-signatures.en.js';
import { recover, secrets } from './runs-and-secrets.en.js';

/** Texts of all other pages and of the dialogs, which are loaded with them. */
export const rest = {
  ...tools,
  adding,
  certification,
  endpointPage,
  recover,
  secrets,
  status: { Enabled: 'Enabled', Disabled: 'Disabled' },
  access: {
    createdBy: 'Created by',
    changedBy: 'Changed by applications',
    changedByHint:
      'The endpoint works only as long as the access of these applications. To end this, set the value yourself.',
  },
  delivery: {
    Waiting: 'Waiting',
    Sending: 'Sending',
    Delivered: 'Delivered',
    Failed: 'Failed',
    Cancelled: 'Cancelled',
  },
  form: {
    addTitle: 'Add endpoint',
    editTitle: 'Edit endpoint',
    url: 'Endpoint URL',
    urlHint: 'A public HTTPS URL. Billhook sends each message to it as a POST request.',
    urlHintHttp: 'An HTTPS URL. This installation allows HTTP as well.',
    urlMissing: 'Enter a URL',
    description: 'Description (optional)',
    events: 'Events',
    eventsMissing: 'Choose at least one event',
    notReadable: 'You need the permission {{permission}} to select this event.',
    selectAll: 'Select all events',
    selectGroup: {
      ...resourceTexts(EVENT_RESOURCES, 'en', ({ one }) => `All ${one} events`),
      checkpoint: 'Daily signature of the document chain',
    },
    submit: 'Add endpoint',
    save: 'Save',
    saved: 'Endpoint saved',
  },
  added: {
    title: 'Endpoint added',
    lead: 'Billhook signs messages with this secret. Add it to the configuration of your receiver. You can show it again in this portal.',
    secret: 'Signing secret',
    done: 'Done',
  },
  endpoint: {
    disable: 'Disable',
    enable: 'Enable',
    enabled: 'Endpoint enabled',
    enabledInFull: 'Endpoint enabled. It missed no messages',
    remove: 'Delete',
    test: 'Send test message',
    testSent: 'Test message sent',
    disableTitle: 'Disable this endpoint?',
    disableBody:
      'The endpoint receives no more messages, and its waiting deliveries are cancelled. When you enable it again, you can send the messages that it missed.',
    disabled: 'Endpoint disabled',
    deleteTitle: 'Delete this endpoint?',
    deleteBody:
      '{{url}} receives no more messages. Its waiting deliveries are cancelled, and its signing secret can no longer be viewed. This cannot be undone.',
    deleteConfirm: 'Delete endpoint',
    deleted: 'Endpoint deleted',
  },
  missed: {
    title: 'Missed messages',
    lead: 'Since {{when}}. These messages are sent only if you start a run here.',
    failed_one: '{{count}} message failed or was cancelled',
    failed_other: '{{count}} messages failed or were cancelled',
    missing_one: '{{count}} event was never sent',
    missing_other: '{{count}} events were never sent',
    hidden: 'You need the permission {{permission}} to see and send events that were never sent.',
    uncounted: 'Many events were never sent (too many to count)',
    replay: 'Send missing events',
    sent: '{{done}} being sent',
    run: {
      Running: '{{done}} of {{total}} being sent',
      Paused: 'Paused at {{done}} of {{total}}',
      Cancelled: 'Cancelled at {{done}} of {{total}}',
      Completed: 'Completed: {{done}} of {{total}} being sent or delivered',
    },
  },
  secret: {
    reveal: 'Show secret',
    hide: 'Hide secret',
    previous: 'Previous secret, valid until {{when}}',
    rotateTitle: 'Rotate the signing secret?',
    rotateBody:
      'Messages are signed with a new secret immediately. During the overlap they have both signatures, so that you can update your receiver without losing messages. An endpoint can have at most {{most}} active secrets.',
    overlap: 'Overlap with the old secret',
    overlap0: 'None (after a leak)',
    overlap1: '1 hour',
    overlap24: '24 hours',
    overlap168: '7 days',
    rotated: 'Secret rotated',
  },
  ...deliveries,
};
