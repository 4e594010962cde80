import { ActionIcon, Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, isLanguage, LANGUAGES } from '../i18n.js';

const SCHEMES = ['auto', 'light', 'dark'] as const satisfies readonly MantineColorScheme[];
const SCHEME_TEXTS = { auto: 'schemeAuto', light: 'schemeLight', dark: 'schemeDark' } as const;

/** Language and colour scheme; both are kept in this browser. */
export function PreferencesMenu() {
  const { t, i18n } = useTranslation('ui');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={220} shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('preferences')}>
          <IconAdjustmentsHorizontal size={20} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('language')}</Menu.Label>
        <Menu.RadioGroup value={i18n.language} onChange={(value) => isLanguage(value) && chooseLanguage(value)}>
          {Object.entries(LANGUAGES).map(([language, name]) => (
            <Menu.RadioItem key={language} value={language} lang={language}>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t('appearance')}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(SCHEMES.find((scheme) => scheme === value) ?? 'auto')}
        >
          {SCHEMES.map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {t(SCHEME_TEXTS[scheme])}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
