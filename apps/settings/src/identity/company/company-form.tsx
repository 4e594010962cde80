import type { CompanyView } from '@billhook/contract/identity/company';
import { DateField } from '@billhook/ui/components/date-field';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, SimpleGrid, TextInput, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { AddressFields } from '../../shared/forms/address-fields.js';
import { CurrencySelect } from '../../shared/forms/currency-select.js';
import { focusFirstError } from '../../shared/forms/focus-first-error.js';
import { FormFoot } from '../../shared/forms/form-foot.js';
import { FormSection } from '../../shared/forms/form-section.js';
import { daysOf } from '../../shared/forms/payment-terms-values.js';
import { SchemeFields } from '../../shared/forms/scheme-fields.js';
import { TimeZoneSelect } from '../../shared/forms/time-zone-select.js';
import { useUnsavedGuard } from '../../shared/forms/use-unsaved-guard.js';
import { ValidatedForm } from '../../shared/forms/validated-form.js';
import { useErrorsByPath } from '../../shared/workspace/use-error-texts.js';
import { BrandingSection } from './branding-section.js';
import { companyPatch, companyValues, type CompanyValues } from './company-values.js';
import { useUpdateCompany } from './company.queries.js';
import { DocumentDefaultsSection } from './document-defaults-section.js';

const FORM = 'company-form';

/** All details of the company that appear on documents. Errors of the API are shown at their fields as well. */
export function CompanyForm({ company }: { company: CompanyView }) {
  const { t } = useTexts('company');
  const update = useUpdateCompany();
  const form = useForm<CompanyValues>({
    initialValues: companyValues(company),
    validate: {
      name: (value) => (value.trim() ? null : t('forms:required')),
      address: {
        country: (country, { address }) =>
          Object.values(address).some((text) => text.trim()) && !country ? t('forms:required') : null,
      },
      legalId: {
        scheme: (scheme, { legalId }) => (!scheme.trim() && legalId.value.trim() ? t('forms:schemePair') : null),
        value: (value, { legalId }) => (!value.trim() && legalId.scheme.trim() ? t('forms:schemePair') : null),
      },
      paymentTerms: {
        days: (days, { paymentTerms: { endOfMonth, text } }) => {
          if (!days.trim()) return endOfMonth || text.trim() ? t('termsNeedDays') : null;
          return daysOf(days) === undefined ? t('daysError') : null;
        },
      },
      quoteValidityDays: (days) => (days.trim() && !daysOf(days) ? t('validityError') : null),
    },
  });

  const errorsByPath = useErrorsByPath();
  const guard = useUnsavedGuard(form.isDirty());

  const save = async (values: CompanyValues) => {
    const result = await update.run(companyPatch(values, form.getInitialValues()));
    if (!result.ok) {
      form.setErrors(errorsByPath(result.error));
      return focusFirstError(FORM);
    }
    const saved = companyValues(result.value);
    form.setInitialValues(saved);
    form.setValues(saved);
    form.resetDirty(saved);
    notify.done(t('forms:saved'));
  };
  const discard = () => {
    form.reset();
    update.clear();
  };

  return (
    <ValidatedForm id={FORM} form={form} onSubmit={(values) => void save(values)} className="st-form">
      <FormSection title={t('identity')}>
        <TextInput label={t('name')} required maxLength={200} autoComplete="off" {...form.getInputProps('name')} />
        <SchemeFields
          list="icd"
          label={t('words:legalId')}
          scheme={form.getInputProps('legalId.scheme')}
          value={form.getInputProps('legalId.value')}
          country={form.values.address.country}
        />
        <TextInput label={t('words:vatNumber')} description={t('vatHint')} {...form.getInputProps('vatNumber')} />
        <TextInput
          label={t('taxNumber')}
          description={t('taxNumberHint')}
          maxLength={40}
          autoComplete="off"
          {...form.getInputProps('taxNumber')}
        />
      </FormSection>
      <FormSection title={t('address')}>
        <AddressFields field={(name) => form.getInputProps(`address.${name}`)} />
      </FormSection>
      <FormSection title={t('contact')}>
        <TextInput
          label={t('words:email')}
          description={t('emailHint')}
          type="email"
          maxLength={254}
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <TextInput
          label={t('replyTo')}
          description={t('replyToHint')}
          type="email"
          maxLength={254}
          autoComplete="off"
          {...form.getInputProps('replyTo')}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextInput
            label={t('words:phone')}
            type="tel"
            maxLength={40}
            autoComplete="off"
            {...form.getInputProps('phone')}
          />
          <TextInput label={t('website')} maxLength={200} autoComplete="off" {...form.getInputProps('website')} />
        </SimpleGrid>
      </FormSection>
      <FormSection title={t('words:payment')} hint={t('moneyHint')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextInput label={t('iban')} autoComplete="off" {...form.getInputProps('iban')} />
          <TextInput label={t('words:bic')} autoComplete="off" {...form.getInputProps('bic')} />
        </SimpleGrid>
        <CurrencySelect {...form.getInputProps('currency')} />
      </FormSection>
      <BrandingSection
        company={company}
        color={form.getInputProps('accentColor')}
        paymentLink={form.getInputProps('paymentLink')}
        clientPages={form.getInputProps('clientPages', { type: 'checkbox' })}
      />
      <DocumentDefaultsSection form={form} />
      <FormSection title={t('closing')} hint={t('closingHint')}>
        <DateField
          label={t('lockedUntil')}
          description={t('lockedUntilHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('lockedUntil')}
        />
      </FormSection>
      <FormSection title={t('documents')}>
        <TimeZoneSelect kept={company.timeZone} hint={t('timeZoneHint')} {...form.getInputProps('timeZone')} />
        <Textarea
          label={t('legalNotice')}
          description={t('legalNoticeHint')}
          maxLength={500}
          autosize
          minRows={2}
          {...form.getInputProps('legalNotice')}
        />
      </FormSection>
      <FormFoot errors={form.errors} error={update.error}>
        <Button variant="default" disabled={!form.isDirty()} onClick={discard}>
          {t('forms:discard')}
        </Button>
        <Button type="submit" loading={update.pending} disabled={!form.isDirty()}>
          {t('words:save')}
        </Button>
      </FormFoot>
      {guard.question}
    </ValidatedForm>
  );
}
