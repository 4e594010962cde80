import { InvitationsService } from '@billhook/api/identity/invitations/invitations.service';
import { KeyCreationService } from '@billhook/api/identity/keys/key-creation.service';
import { MemberStatusService } from '@billhook/api/identity/members/member-status.service';
import { MembersService } from '@billhook/api/identity/members/members.service';
import { CreateApiKey } from '@billhook/contract/identity/key';
import { presetOf } from '@billhook/domain/identity/member';
import type { ManualClock } from '@billhook/platform/clock';
import type { INestApplicationContext } from '@nestjs/common';
import type { ChronicleActor } from './chronicle-player.js';
import { playTraffic, type DemoKey } from './demo-keys.js';
import type { Timetable } from './timetable.js';

const CONNECTOR = {
  name: 'ERP sync',
  expiry: '1y',
  made: 70,
  lastUse: 0.02,
  caller: {
    ip: '198.51.100.40',
    userAgent: 'erp-connector/2.9',
    perDay: 320,
    routes: ['/v1/invoices', '/v1/events', '/v1/clients/{id}'],
  },
} as const satisfies DemoKey;

/**
 * A service member with a key, an accountant with one permission more than accountants have, a member who left, and an invited one.
 */
export function planMembers(
  app: INestApplicationContext,
  clock: ManualClock,
  timetable: Timetable,
  { owner, accountant, former }: Readonly<Record<'owner' | 'accountant' | 'former', ChronicleActor>>,
): void {
  const members = app.get(MembersService);
  timetable.plan(CONNECTOR.made, async () => {
    const service = await members.createService(owner, { name: 'ERP connector', role: 'Accountant' });
    const { name, expiry } = CONNECTOR;
    const body = CreateApiKey.parse({ name, expiry, preset: 'readOnly' });
    const confirmed = { ...owner, session: { ...owner.session, confirmedAt: clock.now() } };
    const { apiKey } = await app.get(KeyCreationService).createForService(confirmed, service.id, body);
    timetable.plan(0, () => playTraffic(app, clock, apiKey.id, CONNECTOR));
  });
  timetable.plan(20, async () => {
    await app.get(MemberStatusService).deactivate(owner, former.memberId);
    const permissions = [...presetOf('Person', 'Accountant'), 'integration.write' as const];
    await members.update(owner, accountant.memberId, { permissions });
  });
  timetable.plan(2, async () => {
    const invitee = { name: 'Hugo Marchetti', email: 'hugo@boreal.example', role: 'Sales', locale: 'fr' } as const;
    await app.get(InvitationsService).create(owner, invitee);
  });
}
