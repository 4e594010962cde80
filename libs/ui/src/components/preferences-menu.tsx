import { ActionIcon } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { lazy } from 'react';
import { useTexts } from '../use-texts.js';
import { MenuOnDemand } from './menu-on-demand.js';

const OpenedPreferences = lazy(() =>
  import('./opened-preferences.js').then((file) => ({ default: file.OpenedPreferences })),
);

/** Language and colour scheme, stored in this browser. */
export function PreferencesMenu() {
  const { t } = useTexts('ui');
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
