import type { DepartureView, PreviewDeparture } from '@billhook/contract/identity/departure';
import { permissionsOf } from '@billhook/domain/identity/member';
import { effectivePermissions, type Permission } from '@billhook/domain/identity/permissions';
import { KeysRepository } from '@billhook/identity/keys/keys.repository';
import { MembersRepository, type MemberRow } from '@billhook/identity/members/members.repository';
import { OAuthGrantsRepository } from '@billhook/identity/oauth/grants.repository';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { Inject, Injectable } from '@nestjs/common';
import type { SignedInMember } from '../../request/principal.js';
import { grantStatus } from '../grants/grant.rules.js';
import { KeyTrafficService } from '../key-traffic/key-traffic.service.js';
import { SessionsService } from '../sessions/sessions.service.js';

const DAYS = 7;

/** Previews what stops working when a member leaves or loses permissions. */
@Injectable()
export class DeparturesService {
  constructor(
    private readonly members: MembersRepository,
    private readonly keys: KeysRepository,
    private readonly sessions: SessionsService,
    private readonly traffic: KeyTrafficService,
    private readonly grants: OAuthGrantsRepository,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
  ) {}

  /** Changes nothing. @throws Problem 404 */
  async preview(by: SignedInMember, id: number, change: PreviewDeparture): Promise<DepartureView> {
    const member = await this.members.find(by.company.id, id, this.clock.now());
    const left = permissionsLeft(member, change);
    const live = await this.keys.liveOf(id, this.clock.now());
    const working = live.filter(({ status }) => status === 'active' || status === 'expiring');
    const hit = working
      .map((key) => {
        const now = effectivePermissions(key.scopes, member.permissions);
        return { ...key, now, loses: now.filter((permission) => !left.includes(permission)) };
      })
      .filter(({ loses }) => loses.length > 0);
    const requests = await this.traffic.requestsOf(
      hit.map((key) => key.id),
      DAYS,
    );
    const keys = hit.map(({ id, name, prefix, now, loses, lastUsedAt, lastUsedIp }) => ({
      ...{ id, name, prefix, loses },
      stops: loses.length === now.length,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      lastUsedFrom: lastUsedIp,
      requests7d: requests.get(id) ?? 0,
    }));
    const applications = await this.applicationsOf(member, left);
    return {
      applications: sees(by, member, 'oauth_app.manage') ? applications : null,
      applicationCount: applications.length,
      stoppingApplicationCount: applications.filter(({ stops }) => stops).length,
      keys: sees(by, member, 'api_key.manage') ? keys.sort((a, b) => b.requests7d - a.requests7d || a.id - b.id) : null,
      keyCount: keys.length,
      stoppingKeyCount: keys.filter(({ stops }) => stops).length,
      sessions: change.change === 'permissions' ? 0 : await this.sessions.count(id),
    };
  }

  private async applicationsOf(member: MemberRow, left: readonly Permission[]) {
    const at = this.clock.now();
    const working = (await this.grants.ofMember(member.id)).filter((grant) =>
      ['active', 'expiring'].includes(grantStatus(grant, at)),
    );
    const ids = working.map(({ id }) => id);
    const requests = await this.traffic.requestsOfGrants(ids, DAYS);
    const hit = working.map(({ id, application, scopes, lastUsedAt, lastUsedIp }) => {
      const now = effectivePermissions(scopes, member.permissions);
      const loses = now.filter((permission) => !left.includes(permission));
      return {
        ...{ id, name: application.name, loses, stops: loses.length === now.length },
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
        lastUsedFrom: lastUsedIp,
        requests7d: requests.get(id) ?? 0,
      };
    });
    return hit.filter(({ loses }) => loses.length > 0).sort((a, b) => b.requests7d - a.requests7d || a.id - b.id);
  }
}

/** As in the lists, everyone sees their own; the permission also shows those of other members. */
const sees = ({ permissions, memberId }: SignedInMember, { id }: MemberRow, needed: Permission): boolean =>
  permissions.includes(needed) || memberId === id;

/** The permissions that the member would hold afterwards. */
function permissionsLeft({ kind, role, permissions }: MemberRow, change: PreviewDeparture): readonly Permission[] {
  if (change.change !== 'permissions') return [];
  if (change.role === undefined && change.permissions === undefined) return permissions;
  return permissionsOf(kind, { role: change.role ?? role, permissions: change.permissions });
}
