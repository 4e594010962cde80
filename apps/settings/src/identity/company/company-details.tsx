import '../../shared/forms/forms.css';
import type { CompanyView } from '@billhook/contract/identity/company';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Stack } from '@mantine/core';
import { AddressLines } from '../../shared/forms/address-lines.js';
import { Facts, Section } from '../../shared/workspace/detail.js';

/** The company for members who may view but not change it. */
export function CompanyDetails({ company }: { company: CompanyView }) {
  const { t } = useTexts('company');
  const forms = useTexts('forms');
  const format = useFormat();
  const or = (value: string | null) => value ?? forms.t('none');
  const { address, legalId } = company;
  return (
    <Stack gap="md" className="st-form">
      <Section title={t('identity')}>
        <Facts
          facts={[
            { label: t('name'), value: company.name },
            { label: t('legalId'), value: legalId ? `${legalId.scheme} · ${legalId.value}` : forms.t('none') },
            { label: t('vatNumber'), value: or(company.vatNumber) },
            { label: t('taxNumber'), value: or(company.taxNumber) },
            { label: t('address'), value: address ? <AddressLines address={address} /> : forms.t('none') },
          ]}
        />
      </Section>
      <Section title={t('contact')}>
        <Facts
          facts={[
            { label: t('email'), value: or(company.email) },
            { label: t('phone'), value: or(company.phone) },
            { label: t('website'), value: or(company.website) },
          ]}
        />
      </Section>
      <Section title={t('money')}>
        <Facts
          facts={[
            { label: t('iban'), value: or(company.iban) },
            { label: t('bic'), value: or(company.bic) },
            { label: t('currency'), value: company.currency },
          ]}
        />
      </Section>
      <Section title={t('documents')}>
        <Facts
          facts={[
            { label: t('legalNotice'), value: or(company.legalNotice) },
            { label: t('timeZone'), value: company.timeZone },
            { label: t('plan'), value: company.plan },
          ]}
        />
      </Section>
      <Section title={t('closing')}>
        <Facts
          facts={[
            {
              label: t('lockedUntil'),
              value: company.lockedUntil ? format.day(company.lockedUntil) : forms.t('none'),
            },
          ]}
        />
      </Section>
    </Stack>
  );
}
