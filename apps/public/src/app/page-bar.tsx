import type { PublicDocumentView } from '@billhook/contract/invoicing/public-document';
import { logoPath } from '@billhook/domain/identity/logo';
import { chooseLanguage, LANGUAGES, type Language } from '@billhook/ui/i18n';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { ActionIcon, Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';

/** The logo or the name of the seller, the switch to the other language, the colour scheme. */
export function PageBar({ seller }: { seller?: Pick<PublicDocumentView['seller'], 'name' | 'logo'> }) {
  const { t } = useTexts('document');
  const language = useLanguage();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const other: Language = language === 'fr' ? 'en' : 'fr';
  return (
    <header className="pd-bar">
      <span className="pd-seller">{seller?.logo ? <Logo name={seller.name} logo={seller.logo} /> : seller?.name}</span>
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

/** On white, for which it is made. Its size is known before it is loaded. */
function Logo({ name, logo }: { name: string; logo: NonNullable<PublicDocumentView['seller']['logo']> }) {
  const { digest, width, height } = logo;
  const scale = Math.min(200 / width, 44 / height);
  return (
    <img
      className="pd-logo"
      src={logoPath(digest)}
      alt={name}
      width={Math.max(1, Math.round(width * scale))}
      height={Math.max(1, Math.round(height * scale))}
    />
  );
}
