import { MenuOnDemand } from '@billhook/ui/components/menu-on-demand';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Text } from '@mantine/core';
import { IconChevronDown, IconUserCircle } from '@tabler/icons-react';
import { lazy } from 'react';
import { useSignedIn } from '../shared/session/signed-in.js';

const OpenedAccount = lazy(() => import('./account-menu-content.js').then((file) => ({ default: file.OpenedAccount })));

export function AccountMenu() {
  const { t } = useTexts('settings');
  const { member } = useSignedIn();
  return (
    <MenuOnDemand
      menu={OpenedAccount}
      target={
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
      }
    />
  );
}
