import {
  REGISTERS_WITHOUT_CODE,
  SCHEME_PATTERNS,
  type IdentifierList,
} from '@billhook/domain/invoicing/taxes/party-identifiers';
import { countryName } from '@billhook/ui/country-name';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FieldProps } from './field-props.js';
import { NO_CODE } from './form-values.js';
import { LongSelect } from './long-select.js';

/** The registers of most European companies, by their code in ISO 6523 and EAS: the name, and the country that uses it. */
const SCHEMES: Readonly<Record<string, readonly [name: string, country?: string]>> = {
  '0002': ['SIREN', 'FR'],
  '0009': ['SIRET', 'FR'],
  '0208': ['KBO / BCE', 'BE'],
  '0106': ['KvK', 'NL'],
  '0204': ['Leitweg-ID', 'DE'],
  '0210': ['Codice fiscale', 'IT'],
  '0211': ['Partita IVA', 'IT'],
  '0184': ['CVR', 'DK'],
  '0007': ['Organisationsnummer', 'SE'],
  '0192': ['Organisasjonsnummer', 'NO'],
  '0212': ['Y-tunnus', 'FI'],
  '0216': ['OVT', 'FI'],
  '0190': ['OIN', 'NL'],
  '0183': ['UID', 'CH'],
  '0151': ['ABN', 'AU'],
  '0195': ['UEN', 'SG'],
  '0060': ['D-U-N-S'],
  '0088': ['GLN'],
  '0199': ['LEI'],
};

interface SchemeFieldsProps {
  /** Whether registers or networks of electronic invoices are chosen from. */
  readonly list: IdentifierList;
  /** The label of the pair, part of the labels of both fields. */
  readonly label: string;
  readonly scheme: FieldProps;
  readonly value: FieldProps;
  /** The country of the party, whose register may have no code. */
  readonly country?: string;
}

const NAMES_WITHOUT_CODE = Object.values(REGISTERS_WITHOUT_CODE).join(' ').toLowerCase();

/** An identifier and its register, by name. Any other code of the list can be typed. */
export function SchemeFields({ list, label, scheme, value, country = '' }: SchemeFieldsProps) {
  const { t } = useTexts('forms');
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const inCountry = (name: string, of: string) => `${name}, ${countryName(of, language)}`;
  const nameOf = (code: string): string => {
    if (code === NO_CODE) {
      const register = REGISTERS_WITHOUT_CODE[country];
      return register ? inCountry(register, country) : t('schemeNoCode');
    }
    if (code === 'EM') return t('schemeEmail');
    if (code === '0225') return t('schemeElectronic', { scheme: `SIREN, ${countryName('FR', language)}` });
    const [name, usedIn] = SCHEMES[code] ?? [];
    if (name === undefined) return t('schemeCode', { code });
    return usedIn ? inCountry(name, usedIn) : name;
  };
  const named = [...Object.keys(SCHEMES), ...(list === 'eas' ? ['0225', 'EM'] : [])];
  const codes = named.filter((each) => SCHEME_PATTERNS[list].test(each));
  const code = typed.trim().toUpperCase();
  const current: unknown = scheme.value;
  const others = [
    ...(SCHEME_PATTERNS[list].test(code) ? [code] : []),
    ...(typeof current === 'string' && current ? [current] : []),
  ];
  const all = [...new Set([...codes, ...(list === 'icd' ? [NO_CODE] : []), ...others])];
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" role="group" aria-label={label}>
      <LongSelect
        label={t('schemeOf', { label })}
        description={t('schemeHint')}
        clearable
        data={all.map((each) => ({ value: each, label: nameOf(each) }))}
        filter={({ options, search }) => {
          const wanted = search.trim().toLowerCase();
          return options.filter(
            (option) =>
              'value' in option &&
              (`${option.value} ${option.label}`.toLowerCase().includes(wanted) ||
                (option.value === NO_CODE && NAMES_WITHOUT_CODE.includes(wanted))),
          );
        }}
        onSearchChange={setTyped}
        {...scheme}
      />
      <TextInput
        label={t('schemeValue')}
        description={t(current === NO_CODE ? 'schemeNoCodeHint' : 'schemeValueHint')}
        maxLength={80}
        autoComplete="off"
        {...value}
      />
    </SimpleGrid>
  );
}
