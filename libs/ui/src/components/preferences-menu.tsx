import { ActionIcon } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuOnDemand } from './menu-on-demand.js';

const OpenedPreferences = lazy(() =>
  import('./opened-preferences.js').then((file) => ({ default: file.OpenedPreferences })),
);

/** Language and colour scheme; both are kept in this browser. */
export function PreferencesMenu() {
  const { t } = useTranslation('ui');
  return (
    <MenuOnDemand
      menu={OpenedPreferences}
      target={
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('preferences')}>
          <IconAdjustmentsHorizontal size={20} stroke={1.7} />
        </ActionIcon>
      }
    />
  );
}
