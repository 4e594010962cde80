import '../../shared/forms/forms.css';
import type { CompanyView } from '@billhook/contract/identity/company';
import { logoPath } from '@billhook/domain/identity/logo';
import { DOCUMENT_LOCALES } from '@billhook/domain/shared/format-amount';
import { DOT } from '@billhook/ui/dot';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Stack } from '@mantine/core';
import { AddressLines } from '../../shared/forms/address-lines.js';
import { Facts, Section } from '../../shared/workspace/detail.js';

/** The company for members who may view but not change it. */
export function CompanyDetails({ company }: { company: CompanyView }) {
  const { t } = useTexts('company');
  const format = useFormat();
  const or = (value: string | null) => value ?? t('forms:none');
  const { address, legalId } = company;
  return (
    <Stack gap="md" className="st-form">
      <Section title={t('identity')}>
        <Facts
          facts={[
            { label: t('name'), value: company.name },
            {
              label: t('words:legalId'),
              value: or(legalId && [legalId.scheme, legalId.value].filter(Boolean).join(DOT)),
            },
            { label: t('words:vatNumber'), value: or(company.vatNumber) },
            { label: t('taxNumber'), value: or(company.taxNumber) },
            { label: t('address'), value: address ? <AddressLines address={address} /> : t('forms:none') },
          ]}
        />
      </Section>
      <Section title={t('contact')}>
        <Facts
          facts={[
            { label: t('words:email'), value: or(company.email) },
            { label: t('replyTo'), value: or(company.replyTo) },
            { label: t('words:phone'), value: or(company.phone) },
            { label: t('website'), value: or(company.website) },
          ]}
        />
      </Section>
      <Section title={t('words:payment')}>
        <Facts
          facts={[
            { label: t('iban'), value: or(company.iban) },
            { label: t('words:bic'), value: or(company.bic) },
            { label: t('words:currency'), value: company.currency },
            { label: t('paymentLink'), value: or(company.paymentLink) },
          ]}
        />
      </Section>
      <Section title={t('branding')}>
        <Facts
          facts={[
            {
              label: t('logo'),
              value: company.logo ? (
                <span className="co-logo">
                  <img src={logoPath(company.logo.digest)} alt={company.name} />
                </span>
              ) : (
                t('forms:none')
              ),
            },
            { label: t('accentColor'), value: or(company.accentColor) },
            { label: t('clientPages'), value: t(company.clientPages ? 'clientPagesOn' : 'clientPagesOff') },
          ]}
        />
      </Section>
      <DefaultsOfDocuments company={company} />
      <Section title={t('documents')}>
        <Facts
          facts={[
            { label: t('legalNotice'), value: or(company.legalNotice) },
            { label: t('words:timeZone'), value: company.timeZone },
            { label: t('plan'), value: company.plan },
          ]}
        />
      </Section>
      <Section title={t('closing')}>
        <Facts
          facts={[
            {
              label: t('lockedUntil'),
              value: company.lockedUntil ? format.day(company.lockedUntil) : t('forms:none'),
            },
          ]}
        />
      </Section>
    </Stack>
  );
}

function DefaultsOfDocuments({ company }: { company: CompanyView }) {
  const { t } = useTexts('company');
  const lines = (text: string | undefined) => (text ? <span className="st-lines">{text}</span> : t('forms:none'));
  const days = (count: number | null | undefined) =>
    typeof count === 'number' ? t('words:days', { count }) : t('forms:none');
  const { paymentTerms, quoteValidityDays, defaultTaxRate, terms, notes } = company;
  const locale = DOCUMENT_LOCALES.find((known) => known === company.locale);
  return (
    <Section title={t('defaults')}>
      <Facts
        facts={[
          { label: t('days'), value: days(paymentTerms?.days) },
          { label: t('validity'), value: days(quoteValidityDays) },
          { label: t('words:vatRate'), value: defaultTaxRate ?? t('forms:none') },
          { label: t('words:documentLanguage'), value: locale ? t(`words:languages.${locale}`) : t('localeNone') },
          { label: t('termsText'), value: lines(paymentTerms?.text) },
          ...DOCUMENT_LOCALES.flatMap((known) => {
            const language = t(`words:languageNamed.${known}`);
            return [
              { label: t('terms', { language }), value: lines(terms?.[known]) },
              { label: t('note', { language }), value: lines(notes?.[known]) },
            ];
          }),
        ]}
      />
    </Section>
  );
}
