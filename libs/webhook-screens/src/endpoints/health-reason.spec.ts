import { exampleEndpoint } from '@billhook/contract/examples/example-webhooks';
import type { EndpointHealthView } from '@billhook/contract/webhooks/endpoint-health';
import { describe, expect, it } from '@jest/globals';
import { healthReason, isQuiet, type HealthReason } from './endpoint-health-state.js';

const AT = '2026-11-02T09:00:04.201Z';
const failure = {
  ...{ deliveryId: 1, number: 1, at: AT, test: false },
  ...{ responseStatus: 500, error: 'Responded with 500', errorKind: 'Status' as const },
};
const unsigned = { ...failure, responseStatus: null, error: 'x', errorKind: 'NotSigned' as const };
const application = { id: 1, clientId: 'c', name: 'ERP', grantId: 1, access: 'suspended' } as const;

type Given = Partial<EndpointHealthView> & Partial<Pick<typeof exampleEndpoint, 'disabledReason' | 'application'>>;

describe('the reason below the last error', () => {
  const failing = { failingSince: AT, lastFailure: failure, consecutiveFailures: 3 };
  it.each<[HealthReason, string, Given]>([
    ['healthy', 'messages are delivered', { lastSuccessAt: AT }],
    ['unused', 'no attempt yet', { lastSuccessAt: null }],
    ['unused', 'only a failed test', { lastSuccessAt: null, lastFailure: { ...failure, test: true } }],
    ['healthy', 'a message that is no longer stored', { lastFailure: { ...failure, errorKind: 'Other' } }],
    ['failing', 'few failures', failing],
    ['degraded', 'five in a row', { ...failing, state: 'Degraded' }],
    ['paused', 'ten messages', { ...failing, state: 'Paused' }],
    ['held', 'Retry-After', { ...failing, heldUntil: AT }],
    ['held', 'after a Retry-After, without a failure', { ...failing, state: 'Degraded', consecutiveFailures: 0 }],
    ['recovering', 'a success after failures', { state: 'Degraded' }],
    ['enabledAgain', 'degraded, enabled without a success', { state: 'Degraded', lastFailure: failure }],
    [
      'enabledAgain',
      'degraded, with a failed test since',
      { state: 'Degraded', lastFailure: { ...failure, test: true } },
    ],
    [
      'enabledAgain',
      'its failures are no longer stored',
      { state: 'Degraded', lastSuccessAt: '2026-10-01T00:00:00.000Z' },
    ],
    ['enabledAgain', 'with few failures, enabled without a success', { lastFailure: failure }],
    ['notSent', 'a secret that cannot be decrypted', { lastFailure: unsigned }],
    ['Gone', 'disabled by a 410', { state: 'Disabled', disabledReason: 'Gone', lastFailure: failure }],
    ['Manual', 'disabled by a request', { state: 'Disabled', disabledReason: 'Manual' }],
    ['accessSuspended', 'the access does not work', { ...failing, application }],
    ['accessEnded', 'the access has ended', { application: { ...application, access: 'revoked' } }],
  ])('is %s: %s', (reason, _, { disabledReason = null, application: by = null, ...health }) => {
    const endpoint = {
      ...exampleEndpoint,
      ...{ disabledReason, application: by },
      health: { ...exampleEndpoint.health, ...health },
    };
    expect(healthReason(endpoint)).toBe(reason);
  });

  it('is shown unless the endpoint is healthy and its last attempt succeeded', () => {
    expect(isQuiet(exampleEndpoint)).toBe(true);
    const health = { ...exampleEndpoint.health, lastFailure: { ...failure, test: true } };
    expect(isQuiet({ ...exampleEndpoint, health })).toBe(false);
  });
});
