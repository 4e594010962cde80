import { chooseLanguage, LANGUAGES, type Language } from '@billhook/ui/i18n';
import { ActionIcon, Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Who writes; the other language by its own name; light or dark. */
export function PageBar({ seller }: { seller?: string }) {
  const { t, i18n } = useTranslation('document');
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const other: Language = i18n.language === 'fr' ? 'en' : 'fr';
  return (
    <header className="pd-bar">
      <span className="pd-seller">{seller}</span>
      <div className="pd-choices">
        <Button variant="subtle" color="gray" size="sm" lang={other} onClick={() => chooseLanguage(other)}>
          {LANGUAGES[other]}
        </Button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t(isDark ? 'lighten' : 'darken')}
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        >
          {isDark ? <IconSun size={18} /> : <IconMoon size={18} />}
        </ActionIcon>
      </div>
    </header>
  );
}
