/** The certification of a receiver. */
export const certification = {
  title: 'Certification of the receiver',
  lead: 'Sends {{count}} cases to this endpoint: valid, forged, repeated, large and unusual requests. All messages are examples with webhook-test: true. They do not appear in the log and do not count for the health.',
  start: 'Start certification',
  again: 'Certify again',
  disabled: 'Enable the endpoint first.',
  progress: 'Progress of the certification',
  sum: '{{passed}} passed, {{failed}} failed, {{notVisible}} not visible',
  notVisible:
    'Not visible: the receiver responded correctly, but whether it handled a message once is visible only if it counts in the response header webhook-handled.',
  stopped: 'The other cases were not played: without a response, each would fail for the same reason.',
  sent: 'What is sent',
  receiver: 'A correct receiver',
  proof: 'What proves it',
  result: 'Result',
  none: 'no response',
  handled: 'handled {{counts}}',
  outcome: { Passed: 'Passed', Failed: 'Failed', NotVisible: 'Not visible' },
};
