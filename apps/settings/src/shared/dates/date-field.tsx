import { localeOf } from '@billhook/ui/format';
import { useFormat } from '@billhook/ui/use-format';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { ActionIcon, Loader, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { dateOf, isDate } from './typed-date.js';

const DateCalendar = lazy(() => import('./date-calendar.js').then((file) => ({ default: file.DateCalendar })));

/** In a format that no reader can mistake for another day. */
const EXAMPLE = '2026-11-22';

export interface DateFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'min' | 'max'> {
  /** In the format of the API: "2026-11-22"; '' for none. Text that is not a date stays unchanged. */
  readonly value?: string | undefined;
  readonly onChange?: ((value: string) => void) | undefined;
  /** The first and the last day that the calendar offers. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/** A date, shown in the reader's format, typed in it or in ISO format, or selected in a calendar. */
export function DateField({ value = '', onChange, min, max, error, onBlur, id, ...props }: DateFieldProps) {
  const { t } = useTexts('forms');
  const language = useLanguage();
  const format = useFormat();
  const inputId = useId(id);
  const locale = localeOf(language, navigator.languages);
  const [typed, setTyped] = useState<string>();
  const [opened, setOpened] = useState(false);
  const unreadable = typed === undefined && value !== '' && !isDate(value);
  const pick = (date: string) => {
    setOpened(false);
    onChange?.(date);
  };
  return (
    <TextInput
      {...props}
      id={inputId}
      autoComplete="off"
      value={typed ?? (isDate(value) ? format.day(value) : value)}
      error={unreadable ? t('dateUnreadable', { example: format.day(EXAMPLE), iso: EXAMPLE }) : error}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange?.(dateOf(event.currentTarget.value, locale));
      }}
      onBlur={(event) => {
        setTyped(undefined);
        onBlur?.(event);
      }}
      rightSectionPointerEvents="all"
      rightSection={
        <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" trapFocus returnFocus>
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="md"
              aria-label={t('calendar.open')}
              aria-describedby={props.label ? `${inputId}-label` : undefined}
              title={t('calendar.open')}
              disabled={props.disabled ?? false}
              onClick={() => setOpened((before) => !before)}
            >
              <IconCalendar size={18} aria-hidden="true" />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown p="sm">
            <Suspense fallback={<Loader size="sm" />}>
              <DateCalendar
                value={isDate(value) ? value : null}
                locale={locale}
                {...(min && isDate(min) && { min })}
                {...(max && isDate(max) && { max })}
                onPick={pick}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}
