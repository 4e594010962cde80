import { beforeAll, afterAll, it, jest } from '@jest/globals';
import { Invitations } from './support/invitations.js';
import { Workspace } from './support/workspace.js';

jest.setTimeout(120_000);
let ws: Workspace;
beforeAll(async () => {
  ws = await Workspace.start();
});
afterAll(() => ws.stop());
const shot = async (name: string) => {
  await ws.page.waitForTimeout(500);
  await ws.page.screenshot({ path: `/tmp/ux2/${name}.png` });
};
it('looks', async () => {
  const { page, session, world } = ws;
  const me = (await session.call<{ company: { id: number } }>('GET', '/app/session')).body;
  const tom = await world.member(me.company.id, { permissions: ['client.read', 'member.manage'] } as never);
  await world.key({ member: tom });
  const gone = await world.member(me.company.id);
  await session.call('POST', `/app/members/${gone.id}/remove`);
  const inv = new Invitations(ws.api);
  await inv.invite(session, 'ines@example.com');
  await session.call('PATCH', `/app/members/${tom.id}`, { body: { name: 'Tom Tailor', role: 'Sales' } });
  await session.call('PUT', '/app/key-policy', { body: { longestLifetime: '90d', cidrsRequired: true } });
  await session.call('PATCH', '/app/key-policy', { body: { longestLifetime: '90d', cidrsRequired: true } });
  await session.call('POST', '/app/session/confirm', { body: { password: 'wrong' } });
  for (const [width, tag] of [[1280, 'w'], [390, 'n']] as const) {
    await page.setViewportSize({ width, height: 900 });
    await ws.open('/audit-log');
    await page.getByText('Changed a member').first().waitFor();
    await shot(`audit-${tag}`);
    await page.getByText('Changed a member').first().click();
    await shot(`entry-${tag}`);
    await page.keyboard.press('Escape');
    await ws.open(`/members/${tom.id}`);
    await page.getByRole('heading', { name: 'Tom Tailor' }).waitFor();
    await shot(`member-${tag}`);
    await page.getByRole('button', { name: /More/ }).first().click();
    await page.getByText('Remove', { exact: true }).click();
    await page.getByText('To confirm, type').waitFor();
    await page.getByRole('button', { name: 'Remove for good' }).click();
    await shot(`remove-${tag}`);
    await page.keyboard.press('Escape');
    await ws.open('/account');
    await page.getByText('End all others').waitFor();
    await shot(`account-${tag}`);
    await page.getByText('End all others').scrollIntoViewIfNeeded();
    await shot(`sessions-${tag}`);
    await ws.open('/members?show=invitations');
    await page.getByRole('button', { name: 'New link' }).waitFor();
    await shot(`invitations-${tag}`);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByRole('dialog').getByLabel('E-mail').fill('ines@example.com');
    await page.getByRole('dialog').getByLabel('Name').fill('Ines');
    await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
    await shot(`invite-${tag}`);
    await page.keyboard.press('Escape');
  }
  const theirs = await ws.openAs(tom, 'fr-FR');
  await theirs.goto('/members');
  await theirs.page.getByRole('button', { name: 'Inviter' }).click();
  await theirs.page.waitForTimeout(800);
  await theirs.page.screenshot({ path: '/tmp/ux2/tom-fr.png' });
  await ws.open('/invitation#bhi_wrong');
  await shot('used');
});
