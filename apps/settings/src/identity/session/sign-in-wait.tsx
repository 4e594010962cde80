import type { ApiError } from '@billhook/ui/api-fetch';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Text } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

/** The wait for a response without `Retry-After`. */
const USUAL_WAIT_SECONDS = 60;

/** The remaining seconds of a wait, counted down; 0 if the request was not throttled. */
export function useWait(error: ApiError | undefined): number {
  const [counted, setCounted] = useState<{ of: ApiError; left: number }>();
  const throttled = error?.code === 'too_many_attempts' ? error : undefined;
  const seconds = throttled?.retryAfter ?? USUAL_WAIT_SECONDS;
  useEffect(() => {
    if (!throttled) return;
    const until = Date.now() + seconds * 1000;
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setCounted({ of: throttled, left });
      if (left === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [throttled, seconds]);
  if (!throttled) return 0;
  return counted?.of === throttled ? counted.left : seconds;
}

/**
 * States that there were too many attempts, or what `words` says, and when the next one is possible. The countdown is hidden from screen readers,
 * which it would interrupt.
 */
export function Throttled({ wait, words }: { wait: number; words?: string }) {
  const { t } = useTexts('signIn');
  const format = useFormat();
  const [now] = useState(() => new Date());
  const when = format.relative(new Date(now.getTime() + wait * 1000), now);
  return (
    <Alert role="alert" color="red" icon={<IconHourglass size={20} />}>
      {words ?? t('tooMany')}
      <Text size="sm" role="timer" aria-live="off">
        {wait > 0 ? t('waitFor', { when }) : t('waitOver')}
      </Text>
    </Alert>
  );
}
