import { Button, Menu, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSignedIn, useSignOut } from '../session/queries.js';

export function AccountMenu() {
  const { t } = useTranslation('settings');
  const { member, company } = useSignedIn();
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={260} shadow="md">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          px="xs"
          aria-label={t('account.menu', { name: member.name })}
          leftSection={<IconUserCircle size={20} stroke={1.7} />}
          rightSection={<IconChevronDown size={14} className="st-chevron" />}
        >
          <Text span size="sm" fw={500} visibleFrom="sm" truncate maw={180}>
            {member.name}
          </Text>
        </Button>
      </Menu.Target>
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
