import { chooseLanguage, LANGUAGES, type Language } from '@billhook/ui/i18n';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { ActionIcon, Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';

/** The seller, the switch to the other language, the colour scheme. */
export function PageBar({ seller }: { seller?: string }) {
  const { t } = useTexts('document');
  const language = useLanguage();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const other: Language = language === 'fr' ? 'en' : 'fr';
  return (
    <header className="pd-bar">
      <span className="pd-seller">{seller}</span>
      <div className="pd-choices">
        <Button variant="subtle" color="gray" size="sm" lang={other} onClick={() => void chooseLanguage(other)}>
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
