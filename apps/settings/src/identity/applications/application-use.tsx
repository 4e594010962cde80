import type { ApplicationView } from '@billhook/contract/identity/oauth/application';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { callsIn } from '../keys/key-usage/request-outcomes.js';
import { Sparkline } from '../keys/key-usage/sparkline.js';

/** The number of requests in a week, and the requests of 30 days as bars. */
export function ApplicationRequests({ used }: { used: Pick<ApplicationView, 'requests7d' | 'days'> }) {
  const { t } = useTexts('applications');
  const format = useFormat();
  const count = callsIn(used.days);
  return (
    <>
      <span className="ws-num">{format.number(used.requests7d)}</span>
      {count > 0 && <Sparkline days={used.days} label={t('words:activity', { count, number: format.number(count) })} />}
    </>
  );
}

/** When an application last called. */
export function ApplicationLastUse({ used: { lastUsedAt } }: { used: Pick<ApplicationView, 'lastUsedAt'> }) {
  const { t } = useTexts('applications');
  return lastUsedAt === null ? t('never') : <RelativeTime ofCompany at={lastUsedAt} />;
}
