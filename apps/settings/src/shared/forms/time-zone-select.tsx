import { isTimeZone } from '@billhook/domain/shared/calendar';
import { useNow } from '@billhook/ui/use-now';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import type { SelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { LongSelect } from './long-select.js';

interface TimeZoneSelectProps extends SelectProps {
  /** Remains an option if the browser has a newer name for it. */
  readonly kept: string;
  /** The purpose of the time zone. */
  readonly hint: string;
}

/** An IANA time zone, found by typing, with its current time. */
export function TimeZoneSelect({ kept, hint, ...props }: TimeZoneSelectProps) {
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
  const description = time ? `${hint} ${t('timeZoneNow', { time })}` : hint;
  return <LongSelect label={t('words:timeZone')} description={description} data={data} {...props} />;
}
