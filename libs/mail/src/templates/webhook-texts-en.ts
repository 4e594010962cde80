import { attemptErrorWords } from '@billhook/contract/webhooks/attempt-error-words';
import { formatMoment } from '@billhook/domain/shared/format-moment';
import type { FailureStage, NextStep } from '@billhook/domain/webhooks/endpoint-health';
import type { WebhookTexts } from './notice-texts.js';

const moment = (at: Date): string => formatMoment(at, 'en');
const WHY = 'You receive this email because you own the company or manage its webhooks.';
const BUTTON = 'Open Settings › Webhooks';

const counted = (waiting: number): string | null =>
  waiting === 0 ? null : waiting < 10_000 ? String(waiting) : '10,000 or more';

const STAGES: Readonly<Record<FailureStage, { readonly subject: string; readonly opening: string }>> = {
  Paused: {
    subject: 'are paused',
    opening:
      '10 messages in a row failed, so deliveries to this endpoint are paused. Billhook tries one message from time to time. When the endpoint accepts it, the other messages are sent automatically.',
  },
  Failing: {
    subject: 'have failed for 6 hours',
    opening: 'This endpoint has not accepted a message for 6 hours.',
  },
  DisablesIn48Hours: {
    subject: 'will be disabled within 48 hours',
    opening: 'This endpoint has not accepted a message for 3 days. After 2 more days it is disabled.',
  },
  DisablesIn24Hours: {
    subject: 'will be disabled within 24 hours',
    opening: 'This endpoint has not accepted a message for 4 days. After 1 more day it is disabled.',
  },
};

const STEPS: Readonly<Record<NextStep['step'], string>> = {
  Resume: 'deliveries resume, as the receiver requested',
  Probe: 'one message is sent to check the endpoint',
  Notice: 'the next warning',
  Disable: 'the endpoint is disabled',
};

export const ENGLISH_WEBHOOKS: WebhookTexts = {
  webhook_failing: ({ name, address, stage, since, lastFailure, waiting, next, disablesAt }) => ({
    subject: `Webhooks to ${name} ${STAGES[stage].subject}`,
    opening: [STAGES[stage].opening],
    facts: [
      ['Endpoint', address],
      ['Failing since', moment(since)],
      ['Last error', lastFailure && attemptErrorWords(lastFailure).en],
      ['Messages waiting', counted(waiting)],
      ['Next step', next && `${moment(next.at)}: ${STEPS[next.step]}`],
      ['Disabled on', moment(disablesAt)],
    ],
    button: BUTTON,
    after: [
      'The endpoint stays enabled if it responds to a message with 2xx before then. It is disabled only if at least 10 messages could not be delivered.',
    ],
    why: WHY,
  }),
  webhook_disabled: ({ name, address, reason, since, at, lastFailure }) => ({
    subject: `Webhooks to ${name} were disabled`,
    opening: [
      reason === 'Gone'
        ? 'This endpoint responded with 410 Gone, which means that it accepts no more messages. It was disabled.'
        : 'This endpoint did not accept a message for 5 days. It was disabled.',
      'It receives no more messages, and its waiting deliveries are cancelled.',
    ],
    facts: [
      ['Endpoint', address],
      ['Failing since', since && moment(since)],
      ['Disabled on', moment(at)],
      ['Last error', lastFailure && attemptErrorWords(lastFailure).en],
    ],
    button: BUTTON,
    after: [
      'Enable it again when it works. You can then send the messages that it missed, as long as they are still stored.',
    ],
    why: WHY,
  }),
  webhook_recovered: ({ name, address, waiting }) => ({
    subject: `Webhooks to ${name} work again`,
    opening: [
      'This endpoint accepts messages again. You do not need to do anything: the waiting messages are being sent.',
    ],
    facts: [
      ['Endpoint', address],
      ['Messages waiting', counted(waiting)],
    ],
    button: BUTTON,
    after: ['On the page of the endpoint, you can resend the messages that failed in the meantime.'],
    why: WHY,
  }),
};
