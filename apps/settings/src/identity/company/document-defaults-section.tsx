import { DOCUMENT_LOCALES } from '@billhook/domain/shared/format-amount';
import { useTexts } from '@billhook/ui/use-texts';
import { Checkbox, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { FormSection } from '../../shared/forms/form-section.js';
import { DecimalInput } from '../../shared/workspace/decimal-input.js';
import type { CompanyValues } from './company-values.js';
import { LegalTextOffers } from './legal-text-offers.js';

/** What new documents begin with. */
export function DocumentDefaultsSection({ form }: { form: UseFormReturnType<CompanyValues> }) {
  const { t } = useTexts('company');
  const { address, legalNotice, notes, terms } = form.values;
  return (
    <FormSection title={t('defaults')} hint={t('defaultsHint')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput
          label={t('days')}
          description={t('words:noDueDate')}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          {...form.getInputProps('paymentTerms.days')}
        />
        <TextInput
          label={t('validity')}
          description={t('validityHint')}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          {...form.getInputProps('quoteValidityDays')}
        />
      </SimpleGrid>
      <Checkbox label={t('endOfMonth')} {...form.getInputProps('paymentTerms.endOfMonth', { type: 'checkbox' })} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <DecimalInput
          label={t('words:vatRate')}
          description={t('rateHint')}
          {...form.getInputProps('defaultTaxRate')}
          onChange={(rate) => form.setFieldValue('defaultTaxRate', rate)}
        />
        <NativeSelect
          label={t('words:documentLanguage')}
          description={t('localeHint')}
          data={[
            { value: '', label: t('localeNone') },
            ...DOCUMENT_LOCALES.map((value) => ({ value, label: t(`words:languages.${value}`) })),
          ]}
          {...form.getInputProps('locale')}
        />
      </SimpleGrid>
      <Textarea
        label={t('termsText')}
        description={t('termsTextHint')}
        autosize
        minRows={1}
        maxLength={500}
        {...form.getInputProps('paymentTerms.text')}
      />
      {DOCUMENT_LOCALES.map((locale) => (
        <Stack key={locale} gap="xs">
          <Textarea
            label={t('terms', { language: t(`words:languageNamed.${locale}`) })}
            autosize
            minRows={2}
            maxLength={4000}
            {...form.getInputProps(`terms.${locale}`)}
          />
          <LegalTextOffers
            country={address.country}
            locale={locale}
            texts={[terms[locale], notes[locale], legalNotice]}
            onAdd={(text) =>
              form.setFieldValue(`terms.${locale}`, [terms[locale].trimEnd(), text].filter(Boolean).join('\n'))
            }
          />
        </Stack>
      ))}
      {DOCUMENT_LOCALES.map((locale) => (
        <Textarea
          key={locale}
          label={t('note', { language: t(`words:languageNamed.${locale}`) })}
          autosize
          minRows={1}
          maxLength={2000}
          {...form.getInputProps(`notes.${locale}`)}
        />
      ))}
    </FormSection>
  );
}
