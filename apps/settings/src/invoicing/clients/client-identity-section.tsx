import { useTexts } from '@billhook/ui/use-texts';
import { Group, Radio, SimpleGrid, TextInput } from '@mantine/core';
import { CountrySelect } from '../../shared/forms/country-select.js';
import { FormSection } from '../../shared/forms/form-section.js';
import { SchemeFields } from '../../shared/forms/scheme-fields.js';
import { CLIENT_KINDS } from './client-search.js';
import type { ClientFormApi } from './use-client-rules.js';

/** The fields that most clients need. */
export function ClientMainSection({ form }: { form: ClientFormApi }) {
  const { t } = useTexts('clients');
  return (
    <FormSection title={t('form.identity')}>
      <Radio.Group label={t('words:type')} {...form.getInputProps('kind')}>
        <Group gap="lg" mt={6}>
          {CLIENT_KINDS.map((kind) => (
            <Radio key={kind} value={kind} label={t(`kinds.${kind}`)} />
          ))}
        </Group>
      </Radio.Group>
      <TextInput
        label={t('words:name')}
        description={t('form.nameHint')}
        required
        maxLength={200}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('words:email')}
        description={t('form.emailHint')}
        type="email"
        maxLength={254}
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <CountrySelect required {...form.getInputProps('billingAddress.country')} />
      {form.values.kind !== 'Individual' && (
        <TextInput
          label={t('words:vatNumber')}
          description={t('form.vatHint')}
          autoComplete="off"
          {...form.getInputProps('vatNumber')}
        />
      )}
    </FormSection>
  );
}

/** The other names and the identifier of the client. */
export function ClientIdentitySection({ form }: { form: ClientFormApi }) {
  const { t } = useTexts('clients');
  return (
    <FormSection title={t('form.furtherIdentity')}>
      {form.values.kind !== 'Individual' && (
        <SchemeFields
          list="icd"
          label={t('words:legalId')}
          scheme={form.getInputProps('legalId.scheme')}
          value={form.getInputProps('legalId.value')}
          country={form.values.billingAddress.country}
        />
      )}
      <TextInput label={t('tradingName')} maxLength={200} autoComplete="off" {...form.getInputProps('tradingName')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput
          label={t('form.firstName')}
          maxLength={100}
          autoComplete="off"
          {...form.getInputProps('firstName')}
        />
        <TextInput label={t('form.lastName')} maxLength={100} autoComplete="off" {...form.getInputProps('lastName')} />
      </SimpleGrid>
      <TextInput
        label={t('words:phone')}
        type="tel"
        maxLength={40}
        autoComplete="off"
        {...form.getInputProps('phone')}
      />
    </FormSection>
  );
}
