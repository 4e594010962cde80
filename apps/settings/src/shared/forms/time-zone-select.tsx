import { isTimeZone } from '@billhook/domain/shared/calendar';
import { useNow } from '@billhook/ui/use-now';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { Select, type SelectProps } from '@mantine/core';
import { useMemo } from 'react';

/** An IANA time zone, found by typing, with the time that it is there. `kept` stays a choice when the browser has a newer name for it; `hint` says what the zone is for. */
export function TimeZoneSelect({
  kept,
  hint,
  ...props
}: SelectProps & { readonly kept: string; readonly hint: string }) {
  const { t } = useTexts('forms');
  const language = useLanguage();
  const now = useNow();
  const data = useMemo(
    () => [...new Set(['UTC', kept, ...Intl.supportedValuesOf('timeZone')])].filter(isTimeZone),
    [kept],
  );
  const zone = props.value;
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const time = zone && new Intl.DateTimeFormat(language, { ...clock, timeZone: zone }).format(now);
  return (
    <Select
      label={t('timeZone')}
      description={time ? `${hint} ${t('timeZoneNow', { time })}` : hint}
      data={data}
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      autoComplete="off"
      nothingFoundMessage={t('nothingFound')}
      // Hundreds of options that nobody may ever look at.
      comboboxProps={{ keepMounted: false }}
      {...props}
    />
  );
}
