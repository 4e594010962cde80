import type { MePermissionsView, MeView } from '@billhook/contract/identity/me';
import type { BearerCaller } from '../../request/principal.js';
import { refusalOf, workingPermissions } from '../../access/permission.rules.js';

type CallerParts = Pick<MePermissionsView, 'key' | 'application' | 'company' | 'plan'>;

function parts(by: BearerCaller): CallerParts {
  const { company } = by;
  return {
    ...credentialOf(by),
    company: { id: company.id, name: company.name, timeZone: company.timeZone },
    plan: company.plan,
  };
}

function credentialOf(by: BearerCaller): Pick<CallerParts, 'key' | 'application'> {
  if (by.kind === 'app') {
    const { status, expiresAt } = by.grant;
    const { id, clientId, name } = by.application;
    return {
      key: null,
      application: { id, clientId, name, status, expiresAt: expiresAt?.toISOString() ?? null },
    };
  }
  const { id, name, prefix, status, expiresAt } = by.key;
  return { key: { id, name, prefix, status, expiresAt: expiresAt?.toISOString() ?? null }, application: null };
}

/** @param createdAt of the key; null for an access token */
export function presentMe(by: BearerCaller, creator: MeView['creator'], createdAt: string | null): MeView {
  const { key, ...rest } = parts(by);
  return { key: key && createdAt !== null ? { ...key, createdAt } : null, creator, ...rest };
}

/** @param publicUrl the base of the links in `fixUrl` */
export function presentMePermissions(by: BearerCaller, publicUrl: string): MePermissionsView {
  const { scopes } = by.kind === 'key' ? by.key : by.grant;
  return {
    effective: workingPermissions(by),
    granted: [...scopes],
    lost: scopes.flatMap((permission) => {
      const refusal = refusalOf(by, [permission]);
      if (!refusal) return [];
      const { code, cause, whoCanFix, fixUrl } = refusal;
      return [{ permission, code, cause, whoCanFix, fixUrl: publicUrl + fixUrl }];
    }),
    ...parts(by),
  };
}
