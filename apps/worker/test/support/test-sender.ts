import { setMaxListeners } from 'node:events';
import { exampleMessage } from '@billhook/contract/examples/example-events';
import {
  AttemptSender,
  type AttemptResponse,
  type Outgoing,
  type AttemptSenderSettings,
} from '@billhook/webhooks/attempts/attempt-sender';
import { EgressGuard, type EgressRules } from '@billhook/webhooks/attempts/egress-guard';

// Receivers check whether a message matches the catalogue.
const MESSAGE = exampleMessage('client.created');

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** A sender that may dial this machine, with a deadline of 1 s. */
export function senderOf(rules: Partial<EgressRules> = {}, more: Partial<AttemptSenderSettings> = {}): AttemptSender {
  const guard = new EgressGuard({ allowHttp: true, allowedCidrs: ['127.0.0.0/8'], ...rules });
  return new AttemptSender({ guard, timeoutMs: 1_000, ...more });
}

/** A message of an event, to a URL. */
export function messageTo(url: string, more: Partial<Outgoing> = {}): Outgoing {
  return {
    url,
    headers: {},
    secrets: [SECRET],
    eventId: MESSAGE.id,
    eventType: MESSAGE.type,
    sequence: 1,
    attempt: 1,
    test: false,
    manual: false,
    sandbox: false,
    body: JSON.stringify(MESSAGE),
    ...more,
  };
}

/** Sends without a stop signal. */
export function send(sender: AttemptSender, url: string, more: Partial<Outgoing> = {}): Promise<AttemptResponse> {
  return sender.send(messageTo(url, more), new AbortController().signal);
}

/** A stop signal for any number of calls, like the signal of the delivery engine. */
export function stopOfMany(): AbortController {
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  return stop;
}
