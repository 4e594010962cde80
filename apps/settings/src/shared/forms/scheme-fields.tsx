import { useTexts } from '@billhook/ui/use-texts';
import { Autocomplete, SimpleGrid, Text, TextInput } from '@mantine/core';
import type { FieldProps } from './field-props.js';

/** The registers of most European companies, from the ISO 6523 and EAS code lists; any other code can be typed. */
const SCHEMES: Readonly<Record<string, string>> = {
  '0002': 'FR SIREN',
  '0009': 'FR SIRET',
  '0007': 'SE organisationsnummer',
  '0060': 'D-U-N-S',
  '0088': 'GLN',
  '0106': 'NL KvK',
  '0151': 'AU ABN',
  '0183': 'CH UID',
  '0184': 'DK CVR',
  '0190': 'NL OIN',
  '0192': 'NO organisasjonsnummer',
  '0195': 'SG UEN',
  '0199': 'LEI',
  '0204': 'DE Leitweg-ID',
  '0208': 'BE KBO/BCE',
  '0210': 'IT codice fiscale',
  '0211': 'IT partita IVA',
  '0212': 'FI Y-tunnus',
  '0216': 'FI OVT',
  '0225': 'FR SIREN (e-invoicing)',
  EM: 'E-mail',
};
const CODES = Object.keys(SCHEMES);

interface SchemeFieldsProps {
  /** The label of the pair, part of the labels of both fields. */
  readonly label: string;
  readonly scheme: FieldProps;
  readonly value: FieldProps;
}

/** An identifier and its register. */
export function SchemeFields({ label, scheme, value }: SchemeFieldsProps) {
  const { t } = useTexts('forms');
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" role="group" aria-label={label}>
      <Autocomplete
        label={t('schemeOf', { label })}
        description={t('schemeHint')}
        data={CODES}
        filter={({ options, search }) => {
          const wanted = search.trim().toLowerCase();
          return options.filter(
            (option) => 'value' in option && `${option.value} ${SCHEMES[option.value]}`.toLowerCase().includes(wanted),
          );
        }}
        renderOption={({ option }) => (
          <span>
            {option.value}{' '}
            <Text span size="sm" c="dimmed">
              {SCHEMES[option.value]}
            </Text>
          </span>
        )}
        maxLength={20}
        {...scheme}
      />
      <TextInput
        label={t('schemeValue')}
        description={t('schemeValueHint')}
        maxLength={80}
        autoComplete="off"
        {...value}
      />
    </SimpleGrid>
  );
}
