import { legalTexts } from '@billhook/domain/invoicing/legal-texts';
import type { DocumentLocale } from '@billhook/domain/shared/format-amount';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';

interface LegalTextOffersProps {
  /** ISO 3166-1; '' for none. */
  readonly country: string;
  readonly locale: DocumentLocale;
  /** The terms in this language, with the other texts of its documents. */
  readonly texts: readonly string[];
  readonly onAdd: (text: string) => void;
}

/** The sentences that the law of the country asks for, or that are usual there, and that the texts do not contain. */
export function LegalTextOffers({ country, locale, texts, onAdd }: LegalTextOffersProps) {
  const { t } = useTexts('company');
  const all = texts.join('\n');
  const missing = legalTexts(country).filter(({ pattern }) => !pattern.test(all));
  if (missing.length === 0) return null;
  return (
    <div role="group" aria-label={t('terms', { language: t(`words:languageNamed.${locale}`) })}>
      <Text size="sm" c="dimmed" mb={6}>
        {t('legal.lead')}
      </Text>
      <Group gap="xs">
        {missing.map(({ name, requiredFor, source, text }) => (
          <Button
            key={name}
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            title={`${text[locale]} (${source})`}
            onClick={() => onAdd(text[locale])}
          >
            {t(requiredFor.length > 0 ? 'legal.required' : 'legal.offered', { name: t(`legal.names.${name}`) })}
          </Button>
        ))}
      </Group>
    </div>
  );
}
