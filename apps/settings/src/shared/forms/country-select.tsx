import { countryName } from '@billhook/ui/country-name';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { Select, type SelectProps } from '@mantine/core';
import codes from 'i18n-iso-countries/codes.json';
import { useMemo } from 'react';

/** A country of ISO 3166-1, found by typing its name or its code. The value is the code, `''` for none. */
export function CountrySelect({ value, onChange, ...props }: SelectProps) {
  const { t } = useTexts('forms');
  const language = useLanguage();
  const data = useMemo(() => {
    return codes
      .flatMap(([value]) => (value ? [{ value, label: `${countryName(value, language)} (${value})` }] : []))
      .toSorted((a, b) => a.label.localeCompare(b.label, language));
  }, [language]);
  return (
    <Select
      label={t('country')}
      data={data}
      searchable
      // The chosen one again does not clear it: a clearable one has a button for that.
      selectFirstOptionOnChange
      allowDeselect={false}
      autoComplete="off"
      nothingFoundMessage={t('nothingFound')}
      // Hundreds of options that nobody may ever look at.
      comboboxProps={{ keepMounted: false }}
      value={value || null}
      onChange={(chosen, option) => onChange?.(chosen ?? '', option)}
      {...props}
    />
  );
}
