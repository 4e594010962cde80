import { countryName } from '@billhook/ui/country-name';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import type { SelectProps } from '@mantine/core';
import codes from 'i18n-iso-countries/codes.json';
import { useMemo } from 'react';
import { LongSelect } from './long-select.js';

/** A country of ISO 3166-1, found by typing its name or its code. The value is the code, `''` for none. */
export function CountrySelect(props: SelectProps) {
  const { t } = useTexts('forms');
  const language = useLanguage();
  const data = useMemo(() => {
    return codes
      .flatMap(([value]) => (value ? [{ value, label: `${countryName(value, language)} (${value})` }] : []))
      .toSorted((a, b) => a.label.localeCompare(b.label, language));
  }, [language]);
  return <LongSelect label={t('words:country')} data={data} {...props} />;
}
