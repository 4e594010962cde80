import type { Principal } from '../access/principal.js';
import type { Actor } from './audit-log.js';

/** The principal of a request, as the audit log names it. */
export function actorOf(by: Principal): Actor {
  return { companyId: by.company.id, label: by.label, origin: by.origin };
}
