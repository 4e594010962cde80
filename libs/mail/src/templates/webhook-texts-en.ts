import type { FailureStage, NextStep } from '@billhook/domain/webhooks/endpoint-health';
import { formatMoment } from '@billhook/domain/shared/format-moment';
import type { WebhookTexts } from './notice-texts.js';

const moment = (at: Date): string => formatMoment(at, 'en');
const WHY = 'You get this mail because you own the company, or manage its webhooks.';
const BUTTON = 'Open Settings › Webhooks';

const counted = (waiting: number): string | null =>
  waiting === 0 ? null : waiting < 10_000 ? String(waiting) : '10,000 or more';

const STAGES: Readonly<Record<FailureStage, { readonly subject: string; readonly opening: string }>> = {
  Paused: {
    subject: 'are paused',
    opening:
      'Ten messages failed and none was taken in between, so messages to this endpoint wait. One is tried from time to time: as soon as the endpoint takes it, the others follow by themselves.',
  },
  Failing: {
    subject: 'have failed for six hours',
    opening: 'For six hours this endpoint has not taken a single message.',
  },
  DisablesIn48Hours: {
    subject: 'will be switched off within 48 hours',
    opening: 'For three days this endpoint has not taken a single message. Two more, and it is switched off.',
  },
  DisablesIn24Hours: {
    subject: 'will be switched off within 24 hours',
    opening: 'For four days this endpoint has not taken a single message. One more, and it is switched off.',
  },
};

const STEPS: Readonly<Record<NextStep['step'], string>> = {
  Resume: 'messages go on, as the receiver asked',
  Probe: 'one message is tried',
  Notice: 'the next warning',
  Disable: 'it is switched off',
};

export const ENGLISH_WEBHOOKS: WebhookTexts = {
  webhook_failing: ({ name, address, stage, since, lastFailure, waiting, next, disablesAt }) => ({
    subject: `Webhooks to ${name} ${STAGES[stage].subject}`,
    opening: [STAGES[stage].opening],
    facts: [
      ['Endpoint', address],
      ['Failing since', moment(since)],
      ['Last error', lastFailure?.error ?? null],
      ['Messages that wait', counted(waiting)],
      ['Next step', next && `${moment(next.at)}: ${STEPS[next.step]}`],
      ['Switched off on', moment(disablesAt)],
    ],
    button: BUTTON,
    after: [
      'A single message that is answered with 2xx before then keeps it on. It is switched off only if ten messages or more could not be delivered.',
    ],
    why: WHY,
  }),
  webhook_disabled: ({ name, address, reason, since, at, lastFailure }) => ({
    subject: `Webhooks to ${name} were switched off`,
    opening: [
      reason === 'Gone'
        ? 'This endpoint answered 410 Gone, which asks for no further messages. It was switched off.'
        : 'For five days this endpoint did not take a single message. It was switched off.',
      'Nothing is sent to it any more, and what waited is cancelled.',
    ],
    facts: [
      ['Endpoint', address],
      ['Failing since', since && moment(since)],
      ['Switched off on', moment(at)],
      ['Last error', lastFailure?.error ?? null],
    ],
    button: BUTTON,
    after: ['Switch it on again once it answers. What it missed can be sent then, as far back as messages are kept.'],
    why: WHY,
  }),
  webhook_recovered: ({ name, address, waiting }) => ({
    subject: `Webhooks to ${name} work again`,
    opening: ['This endpoint takes messages again. There is nothing to do: what waited is being sent.'],
    facts: [
      ['Endpoint', address],
      ['Messages that wait', counted(waiting)],
    ],
    button: BUTTON,
    after: ['Messages that were given up meanwhile can be sent again there.'],
    why: WHY,
  }),
};
