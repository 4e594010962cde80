import { EXPIRING_DAYS, KEY_STATUSES } from '@billhook/domain/identity/key-status';
import { drawStates } from './state-diagram.js';

/** The states of an API key. */
export function keyDiagram(): string {
  return drawStates({
    of: 'a key',
    states: KEY_STATUSES,
    first: 'active',
    edges: [
      { from: 'active', to: 'expiring', label: `${EXPIRING_DAYS} days are left` },
      { from: 'expiring', to: 'expired', label: 'the expiry passes' },
      { from: 'active', to: 'suspended', label: 'creator deactivated' },
      { from: 'suspended', to: 'active', label: 'creator active again' },
      { from: 'active', to: 'revoked', label: 'revoke, rotate' },
      { from: 'expiring', to: 'revoked', label: 'revoke, rotate' },
    ],
  });
}
