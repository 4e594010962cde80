import type { MenuProps } from '@billhook/ui/components/menu-on-demand';
import { Menu, Stack, Text } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSignedIn, useSignOut } from '../session/queries.js';

/** Who is signed in, where, and the way out. */
export function OpenedAccount({ target }: MenuProps) {
  const { t } = useTranslation('settings');
  const { member, company } = useSignedIn();
  const signOut = useSignOut();
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
          <Text size="sm" mt={6}>
            {company.name}
          </Text>
          <Text size="sm" c="dimmed">
            {t('account.plan', { plan: company.plan })}
          </Text>
        </Stack>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => signOut.mutate()}>
          {t('account.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
