import { Dialog } from '@billhook/ui/components/dialog';
import { DialogButtons } from '@billhook/ui/components/dialog-buttons';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useAdvanceClock } from './sandbox-clock.queries.js';

interface AdvanceClockDialogProps {
  /** The present time of the sandbox. */
  readonly now: string;
  readonly onClose: () => void;
}

/** Asks for the time at which the clock of the sandbox is to be. */
export function AdvanceClockDialog({ now, onClose }: AdvanceClockDialogProps) {
  const { t } = useTexts('companyData');
  const advance = useAdvanceClock();
  const [value, setValue] = useState(() => localText(new Date(now)));
  const time = new Date(value);
  const isTime = value !== '' && !Number.isNaN(time.getTime());
  const isLater = isTime && time > new Date(now);
  const add = (period: Period) => setValue(localText(plus(isTime ? time : new Date(now), period)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isLater) advance.start([time.toISOString()], { onSuccess: onClose });
  };
  return (
    <Dialog opened onClose={onClose} title={t('clock.dialogTitle')}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{t('clock.effect')}</Text>
          <TextInput
            type="datetime-local"
            label={t('clock.time')}
            description={t('clock.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
            value={value}
            min={localText(new Date(now))}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          <Group gap="sm">
            <Button variant="default" size="xs" onClick={() => add({ days: 1 })}>
              {t('clock.day')}
            </Button>
            <Button variant="default" size="xs" onClick={() => add({ months: 1 })}>
              {t('clock.month')}
            </Button>
          </Group>
          {advance.error && <ErrorState error={advance.error} />}
          <DialogButtons onCancel={onClose}>
            <Button type="submit" loading={advance.pending} disabled={!isLater}>
              {t('clock.confirm')}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

interface Period {
  readonly days?: number;
  readonly months?: number;
}

/** The same time of the day, also across a change of the clocks. The last day of a month stays one: 31 January and a month is 28 February. */
function plus(time: Date, { days = 0, months = 0 }: Period): Date {
  const moved = new Date(time);
  moved.setDate(moved.getDate() + days);
  if (months === 0) return moved;
  moved.setMonth(moved.getMonth() + months);
  // An earlier day than before: the month was too short.
  if (moved.getDate() < time.getDate()) moved.setDate(0);
  return moved;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The form of a field for local times, to the minute. */
function localText(time: Date): string {
  const day = [time.getFullYear(), twoDigits(time.getMonth() + 1), twoDigits(time.getDate())].join('-');
  return `${day}T${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;
}
