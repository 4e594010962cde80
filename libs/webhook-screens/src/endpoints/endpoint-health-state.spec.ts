import { exampleEndpoint } from '@billhook/contract/examples/example-webhooks';
import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import { describe, expect, it } from '@jest/globals';
import { byTrouble, canBeEnabled, healthShown, membersToSet } from './endpoint-health-state.js';

const SINCE = '2026-11-02T09:00:04.201Z';
const application = { id: 1, clientId: 'c', name: 'ERP', grantId: 1, access: 'suspended' } as const;

let ids = 0;
const endpoint = (
  state: WebhookEndpointView['health']['state'],
  { waiting = 0, ...rest }: Partial<WebhookEndpointView> & { readonly waiting?: number } = {},
  failingSince: string | null = null,
): WebhookEndpointView => ({
  ...exampleEndpoint,
  id: (ids += 1),
  health: { ...exampleEndpoint.health, state, failingSince },
  deliveries: { delivered: 0, failed: 0, waiting },
  ...rest,
});

describe('the state that screens show', () => {
  it.each([
    ['Healthy', endpoint('Healthy')],
    ['OnHold', endpoint('Healthy', { application })],
    ['OnHold', endpoint('Paused', { application })],
    ['Paused', endpoint('Paused', { application: { ...application, access: 'active' } })],
    ['Disabled', endpoint('Disabled', { application })],
    ['OnHold', endpoint('Healthy', { applicationChanges: [{ member: 'url', application }] })],
    [
      'Healthy',
      endpoint('Healthy', {
        applicationChanges: [{ member: 'url', application: { ...application, access: 'active' } }],
      }),
    ],
  ] as const)('is %s', (shown, given) => {
    expect(healthShown(given)).toBe(shown);
  });
});

describe('canBeEnabled', () => {
  const changed = (member: 'url' | 'status', access: 'active' | 'suspended' | 'expired' | 'revoked') =>
    endpoint('Disabled', { applicationChanges: [{ member, application: { ...application, access } }] });

  it.each([
    [true, [], endpoint('Disabled')],
    [true, [], changed('url', 'active')],
    [true, [], changed('url', 'suspended')],
    [false, ['url'], changed('url', 'revoked')],
    [false, ['url'], changed('url', 'expired')],
    [true, [], changed('status', 'revoked')],
    [false, [], endpoint('Disabled', { application: { ...application, access: 'revoked' } })],
  ] as const)('is %s, and %j must be set first', (expected, members, given) => {
    expect([canBeEnabled(given), membersToSet(given)]).toEqual([expected, members]);
  });
});

describe('endpoints by health', () => {
  it('have the failing ones first, then by waiting messages, then the newest first', () => {
    const healthy = endpoint('Healthy');
    const disabled = endpoint('Disabled');
    const onHold = endpoint('Healthy', { application });
    const failing = endpoint('Healthy', {}, SINCE);
    const degraded = endpoint('Degraded', {}, SINCE);
    const paused = endpoint('Paused', {}, SINCE);
    const busy = endpoint('Paused', { waiting: 5 }, SINCE);
    const newer = endpoint('Healthy');
    const sorted = byTrouble([healthy, newer, disabled, onHold, failing, paused, degraded, busy]);
    const expected = [busy, paused, degraded, failing, onHold, disabled, newer, healthy];
    expect(sorted.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  });
});
