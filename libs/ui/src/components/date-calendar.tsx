import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/fr.js';
import { DatePicker } from '@mantine/dates';
import { useEffect, useRef } from 'react';
import { useLanguage, useTexts } from '../use-texts.js';

export interface DateCalendarProps {
  readonly value: string | null;
  readonly min?: string;
  readonly max?: string;
  readonly locale: string;
  readonly onPick: (date: string) => void;
}

/** The calendar of a date field. It gets the focus when it opens. */
export function DateCalendar({ value, min, max, locale, onPick }: DateCalendarProps) {
  const { t } = useTexts('ui');
  const language = useLanguage();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    frame.current?.querySelector<HTMLElement>('table button[tabindex="0"]')?.focus();
  }, []);
  return (
    <div ref={frame}>
      <DatePicker
        value={value}
        {...(value !== null && { defaultDate: value })}
        {...(min !== undefined && { minDate: min })}
        {...(max !== undefined && { maxDate: max })}
        locale={language}
        firstDayOfWeek={firstDayOf(locale)}
        highlightToday
        hideOutsideDates
        // The kit's red for weekends has too little contrast, and no day is an error.
        weekendDays={[]}
        ariaLabels={{
          monthLevelControl: t('calendar.year'),
          yearLevelControl: t('calendar.decade'),
          nextMonth: t('calendar.nextMonth'),
          previousMonth: t('calendar.previousMonth'),
          nextYear: t('calendar.nextYear'),
          previousYear: t('calendar.previousYear'),
          nextDecade: t('calendar.nextDecade'),
          previousDecade: t('calendar.previousDecade'),
        }}
        onChange={(date) => date !== null && onPick(date)}
      />
    </div>
  );
}

type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;
const MONDAY: Weekday = 1;

/** Not every browser knows the first day of the week of a locale. */
function firstDayOf(locale: string): Weekday {
  const known: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(locale);
  const first = known.getWeekInfo?.().firstDay;
  return first === undefined ? MONDAY : ((first % 7) as Weekday);
}
