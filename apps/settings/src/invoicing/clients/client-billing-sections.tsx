import { documentLocale } from '@billhook/domain/shared/format-amount';
import { useTexts } from '@billhook/ui/use-texts';
import { Checkbox, NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { CurrencySelect } from '../../shared/forms/currency-select.js';
import { FormSection } from '../../shared/forms/form-section.js';
import { SchemeFields } from '../../shared/forms/scheme-fields.js';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { ClientCustomFields } from './client-custom-fields.js';
import { useTermsText } from './client-details.js';
import type { ClientFormApi } from './use-client-rules.js';

/** The defaults of new documents, the fields for e-invoicing, and the internal fields. */
export function ClientBillingSections({ form }: { form: ClientFormApi }) {
  const { t } = useTexts('clients');
  const { company } = useSignedIn();
  const termsText = useTermsText();
  const terms = company.paymentTerms && termsText({ ...company.paymentTerms, text: undefined });
  const language = t(`words:languageNamed.${documentLocale(company.locale)}`);
  return (
    <>
      <FormSection title={t('form.billing')} hint={t('form.billingHint')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <CurrencySelect clearable placeholder={t('form.currencyNone')} {...form.getInputProps('currency')} />
          <NativeSelect
            label={t('words:documentLanguage')}
            data={[
              { value: '', label: t('form.localeNone', { language }) },
              { value: 'en', label: t('words:languages.en') },
              { value: 'fr', label: t('words:languages.fr') },
            ]}
            {...form.getInputProps('locale')}
          />
        </SimpleGrid>
        <TextInput
          label={t('form.days')}
          description={terms ? t('form.daysOfCompany', { terms }) : t('form.daysNone')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          {...form.getInputProps('paymentTerms.days')}
        />
        <Checkbox
          label={t('form.endOfMonth')}
          {...form.getInputProps('paymentTerms.endOfMonth', { type: 'checkbox' })}
        />
        <Textarea
          label={t('form.termsText')}
          description={t('form.termsTextHint')}
          autosize
          minRows={1}
          maxLength={500}
          {...form.getInputProps('paymentTerms.text')}
        />
      </FormSection>
      <FormSection title={t('form.electronic')} hint={t('form.electronicHint')}>
        <SchemeFields
          list="eas"
          label={t('electronicAddress')}
          scheme={form.getInputProps('electronicAddress.scheme')}
          value={form.getInputProps('electronicAddress.value')}
        />
        <TextInput
          label={t('buyerReference')}
          maxLength={100}
          autoComplete="off"
          {...form.getInputProps('buyerReference')}
        />
      </FormSection>
      <FormSection title={t('form.own')} hint={t('form.ownHint')}>
        <TextInput
          label={t('words:externalId')}
          description={t('form.externalIdHint')}
          maxLength={120}
          autoComplete="off"
          {...form.getInputProps('externalId')}
        />
        <Textarea
          label={t('words:privateNotes')}
          autosize
          minRows={2}
          maxLength={5000}
          {...form.getInputProps('notes')}
        />
        <ClientCustomFields form={form} />
      </FormSection>
    </>
  );
}
