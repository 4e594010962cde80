import { Popover } from '@mantine/core';
import { useEffect, useState, type ReactElement, type RefObject } from 'react';
import { DateCalendar, type DateCalendarProps } from './date-calendar.js';

interface CalendarPopoverProps extends DateCalendarProps {
  readonly target: ReactElement;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
}

/** The calendar of a date field beside its button. */
export function CalendarPopover({ target, button, opened, onChange, ...calendar }: CalendarPopoverProps) {
  const [ready, setReady] = useState(false);
  // The button was replaced while this code loaded. It gets the focus back now, and again when the calendar closes.
  useEffect(() => {
    button.current?.focus();
    setReady(true);
  }, [button]);
  return (
    <Popover opened={opened && ready} onChange={onChange} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown p="sm">
        <DateCalendar {...calendar} />
      </Popover.Dropdown>
    </Popover>
  );
}
