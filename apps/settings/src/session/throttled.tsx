import type { ApiError } from '@billhook/ui/api-fetch';
import { useFormat } from '@billhook/ui/use-format';
import { Alert, Text } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useSignInTexts } from '../texts/sign-in.js';

/** What an answer without `Retry-After` is taken to say. */
const USUAL_WAIT_SECONDS = 60;

/** The seconds until one may try again, counted down; 0 where nothing was refused for being too many. */
export function useWait(error: ApiError | undefined): number {
  const [wait, setWait] = useState<{ of: ApiError; until: number }>();
  const [now, setNow] = useState(Date.now);
  const throttled = error?.code === 'too_many_attempts' ? error : undefined;
  if (throttled && wait?.of !== throttled) {
    const start = Date.now();
    setWait({ of: throttled, until: start + (throttled.retryAfter ?? USUAL_WAIT_SECONDS) * 1000 });
    setNow(start);
  }
  const left = throttled && wait?.of === throttled ? Math.max(0, Math.ceil((wait.until - now) / 1000)) : 0;
  const waiting = left > 0;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [waiting]);
  return left;
}

/** Too many attempts, and when there may be another. The seconds are for the eye: read out, each would interrupt. */
export function Throttled({ wait }: { wait: number }) {
  const { t } = useSignInTexts();
  const format = useFormat();
  const now = new Date();
  const when = format.relative(new Date(now.getTime() + wait * 1000), now);
  return (
    <Alert role="alert" color="red" icon={<IconHourglass size={20} />}>
      {t('tooMany')}
      <Text size="sm" role="timer" aria-live="off">
        {wait > 0 ? t('waitFor', { when }) : t('waitOver')}
      </Text>
    </Alert>
  );
}
