import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { DOT } from '@billhook/ui/dot';
import { useTexts } from '@billhook/ui/use-texts';

const MINUTE_MS = 60_000;

interface LastErrorTimesProps {
  readonly endpoint: Pick<WebhookEndpointView, 'health'>;
}

/** Since when attempts fail, and when the last one did. */
export function LastErrorTimes({ endpoint: { health } }: LastErrorTimesProps) {
  const { t } = useTexts('portal');
  const { lastFailure, failingSince } = health;
  if (!lastFailure) return null;
  const isFirst = !failingSince || Date.parse(lastFailure.at) - Date.parse(failingSince) < MINUTE_MS;
  if (isFirst) return <RelativeTime at={lastFailure.at} />;
  return (
    <>
      {t('health.firstFailure')} <RelativeTime at={failingSince} />
      {DOT}
      {t('health.lastFailure')} <RelativeTime at={lastFailure.at} />
    </>
  );
}
