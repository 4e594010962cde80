import { countryName } from '@billhook/ui/country-name';
import { Select, type SelectProps } from '@mantine/core';
import codes from 'i18n-iso-countries/codes.json';
import { useMemo } from 'react';
import { useFormTexts } from '../texts/forms.js';

/** A country of ISO 3166-1, found by typing its name or its code. The value is the code, `''` for none. */
export function CountrySelect({ value, onChange, ...props }: SelectProps) {
  const { t, i18n } = useFormTexts();
  const data = useMemo(() => {
    return codes
      .flatMap(([value]) => (value ? [{ value, label: `${countryName(value, i18n.language)} (${value})` }] : []))
      .toSorted((a, b) => a.label.localeCompare(b.label, i18n.language));
  }, [i18n.language]);
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
