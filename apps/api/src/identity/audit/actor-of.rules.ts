import type { Actor } from '@billhook/identity/audit/actor';
import type { Principal } from '../../request/principal.js';

/** The principal of a request, as the audit log stores it. */
export function actorOf(by: Principal): Actor {
  return {
    companyId: by.company.id,
    kind: by.kind,
    memberId: 'memberId' in by ? by.memberId : null,
    keyId: by.kind === 'key' ? by.key.id : null,
    label: by.label,
    origin: by.origin,
  };
}
