import type { Tx } from '@billhook/db/unit-of-work';
import { isPaidPlan, type Plan } from '@billhook/domain/identity/company';
import { hasEnded, keyStatus } from '@billhook/domain/identity/key-status';
import type { Permission } from '@billhook/domain/identity/permissions';
import { Problem } from '@billhook/domain/shared/problems';
import type { KeysRepository } from '@billhook/identity/keys/keys.repository';
import type { MembersRepository } from '@billhook/identity/members/members.repository';
import type { OAuthGrantsRepository } from '@billhook/identity/oauth/grants.repository';
import type { Import } from '@billhook/installation/imports/import.entity';

interface PermissionSources {
  readonly members: Pick<MembersRepository, 'lockRights'>;
  readonly keys: Pick<KeysRepository, 'find'>;
  readonly grants: Pick<OAuthGrantsRepository, 'find'>;
}

const works = (facts: { expiresAt: Date | null; revokedAt: Date | null; plan: Plan }, now: Date): boolean => {
  const status = keyStatus({ retiresAt: null, ...facts, creatorActive: true, paidPlan: isPaidPlan(facts.plan) }, now);
  return !hasEnded(status) && status !== 'suspended';
};

/** Whether the member, key or application that requested an import may still write the records. */
export async function mayStillWrite(
  tx: Tx,
  { members, keys, grants }: PermissionSources,
  { companyId, memberId, keyId, grantId }: Import,
  permission: Permission,
  now: Date,
): Promise<boolean> {
  try {
    const member = await members.lockRights(tx, companyId, memberId);
    if (member.status !== 'Active' || !member.permissions.includes(permission)) return false;
    if (keyId !== null) {
      const key = await keys.find(companyId, keyId, tx);
      return works(key, now) && key.scopes.includes(permission);
    }
    if (grantId === null) return true;
    const grant = await grants.find(companyId, grantId, tx);
    return works(grant, now) && grant.isAllowed && grant.scopes.includes(permission);
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return false;
    throw error;
  }
}
