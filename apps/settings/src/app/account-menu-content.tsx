import type { MenuProps } from '@billhook/ui/components/menu-on-demand';
import { useTexts } from '@billhook/ui/use-texts';
import { Menu, Stack, Text } from '@mantine/core';
import { IconLogout, IconUserCog } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useSignOut } from '../identity/session/session.queries.js';
import { switchCompany } from '../identity/session/switch-company.js';
import { useInSandbox, useSignedIn } from '../shared/session/signed-in.js';
import { SandboxItems } from './sandbox-items.js';

/** The signed-in person, their companies, their account, and the button to sign out. */
export function OpenedAccount({ target }: MenuProps) {
  const { t } = useTexts('settings');
  const { member, company, companies } = useSignedIn();
  const inSandbox = useInSandbox();
  const signOut = useSignOut();
  // Sandboxes have a list of their company, below.
  const shown = companies.filter(({ kind, memberId }) => kind === 'Production' || memberId === member.id);
  const several = shown.length > 1;
  return (
    <Menu defaultOpened position="bottom-end" width={260} shadow="md">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Stack gap={2} px="sm" py="xs">
          <Text size="sm" fw={600}>
            {member.name}
          </Text>
          <Text size="sm" c="dimmed" className="bh-anywhere">
            {member.email}
          </Text>
          <Text size="sm" mt={6} className="bh-anywhere">
            {company.name}
          </Text>
          <Text size="sm" c="dimmed">
            {t('account.plan', { plan: company.plan })}
          </Text>
        </Stack>
        {several && (
          <>
            <Menu.Divider />
            <Menu.Label>{t(inSandbox ? 'account.companyOrSandbox' : 'words:company')}</Menu.Label>
            <Menu.RadioGroup
              value={String(member.id)}
              onChange={(chosen) => chosen !== String(member.id) && void switchCompany(Number(chosen))}
            >
              {shown.map(({ memberId, name }) => (
                <Menu.RadioItem key={memberId} value={String(memberId)} className="bh-anywhere">
                  {name}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </>
        )}
        <SandboxItems />
        <Menu.Divider />
        <Menu.Item component={Link} to="/account" leftSection={<IconUserCog size={16} />}>
          {t('words:yourAccount')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => signOut.start([])}>
          {t('account.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
