import { Popover } from '@mantine/core';
import { useEffect, type ReactElement, type RefObject } from 'react';
import { DateCalendar, type DateCalendarProps } from './date-calendar.js';

interface CalendarPopoverProps extends DateCalendarProps {
  readonly target: ReactElement;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
}

/** The calendar of a date field beside its button, which gets the focus back when it closes. */
export function CalendarPopover({ target, button, opened, onChange, ...calendar }: CalendarPopoverProps) {
  // Not `returnFocus` of the kit: it remembers what has the focus after opening, and by then that is a day.
  useEffect(() => {
    if (!opened) button.current?.focus({ preventScroll: true });
  }, [opened, button]);
  return (
    <Popover opened={opened} onChange={onChange} position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown p="sm">
        <DateCalendar {...calendar} />
      </Popover.Dropdown>
    </Popover>
  );
}
