import '../more-styles.js';
import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { chooseLanguage, isLanguage, LANGUAGES, type Language } from '../i18n.js';
import { notify } from '../notify.js';
import { useLanguage, useTexts } from '../use-texts.js';
import type { MenuProps } from './menu-on-demand.js';

const SCHEMES = ['auto', 'light', 'dark'] as const satisfies readonly MantineColorScheme[];
const SCHEME_TEXTS = { auto: 'schemeAuto', light: 'schemeLight', dark: 'schemeDark' } as const;

/** The preferences: language and colour scheme. */
export function OpenedPreferences({ target }: MenuProps) {
  const { t } = useTexts('ui');
  const language = useLanguage();
  const choose = (chosen: Language) =>
    chooseLanguage(chosen).catch(() => notify.failed(t(navigator.onLine ? 'newVersionBody' : 'lost.network')));
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu defaultOpened position="bottom-end" width={220} shadow="md">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('language')}</Menu.Label>
        <Menu.RadioGroup value={language} onChange={(value) => isLanguage(value) && choose(value)}>
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
