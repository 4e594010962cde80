import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { localeOf } from '../format.js';
import { dateOf, isDate } from '../typed-date.js';
import { useFormat } from '../use-format.js';
import { useLanguage, useTexts } from '../use-texts.js';

// Loaded when a calendar is first opened: its positioning code would otherwise be part of the first load of every list.
const CalendarPopover = lazy(() => import('./calendar-popover.js').then((file) => ({ default: file.CalendarPopover })));

/** In a format that is not ambiguous about day and month. */
const EXAMPLE = '2026-11-22';

export interface DateFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'min' | 'max'> {
  /** The date in the format of the API, such as "2026-11-22"; '' for none. Text that is not a date stays unchanged. */
  readonly value?: string | undefined;
  readonly onChange?: ((value: string) => void) | undefined;
  /** The first and the last day that the calendar offers. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/** A date, shown in the reader's format, typed in it or in ISO format, or selected in a calendar. */
export function DateField({ value = '', onChange, min, max, error, onBlur, id, ...props }: DateFieldProps) {
  const { t } = useTexts('ui');
  const language = useLanguage();
  const format = useFormat();
  const inputId = useId(id);
  const locale = localeOf(language, navigator.languages);
  const [typed, setTyped] = useState<string>();
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const unreadable = typed === undefined && value !== '' && !isDate(value);
  const pick = (date: string) => {
    setOpened(false);
    onChange?.(date);
  };
  const target = (
    <ActionIcon
      ref={button}
      variant="subtle"
      color="gray"
      size="md"
      aria-haspopup="dialog"
      aria-expanded={false}
      aria-label={t('calendar.open')}
      aria-describedby={props.label ? `${inputId}-label` : undefined}
      title={t('calendar.open')}
      disabled={props.disabled ?? false}
      onClick={() => {
        setWanted(true);
        setOpened((before) => !before);
      }}
    >
      <IconCalendar size={18} aria-hidden="true" />
    </ActionIcon>
  );
  const calendar = wanted ? (
    <Suspense fallback={target}>
      <CalendarPopover
        {...{ target, button, opened, onChange: setOpened, locale, onPick: pick }}
        value={isDate(value) ? value : null}
        {...(min && isDate(min) && { min })}
        {...(max && isDate(max) && { max })}
      />
    </Suspense>
  ) : (
    target
  );
  return (
    <TextInput
      {...props}
      id={inputId}
      autoComplete="off"
      value={typed ?? (isDate(value) ? format.day(value) : value)}
      error={unreadable ? t('calendar.unreadable', { example: format.day(EXAMPLE), iso: EXAMPLE }) : error}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange?.(dateOf(event.currentTarget.value, locale));
      }}
      onBlur={(event) => {
        setTyped(undefined);
        onBlur?.(event);
      }}
      rightSectionPointerEvents="all"
      rightSection={calendar}
    />
  );
}
