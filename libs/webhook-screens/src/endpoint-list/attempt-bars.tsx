import type { WebhookStatsView } from '@billhook/contract/webhooks/endpoint-health';
import { DOT } from '@billhook/ui/dot';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Text, VisuallyHidden } from '@mantine/core';

const [HEIGHT, STEP, WIDTH] = [28, 6, 5];
/** The least height of a bar, so that one failure among thousands is visible. */
const LEAST = 2;

/** The attempts of each hour as stacked bars: successful below, failed above. The same as a list for screen readers. */
export function AttemptBars({ stats }: { stats: WebhookStatsView }) {
  const { t } = useTexts('portal');
  const format = useFormat();
  const { buckets, totals } = stats;
  const most = Math.max(...buckets.map(({ succeeded, failed }) => succeeded + failed));
  if (most === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('endpoints.bars.none')}
      </Text>
    );
  }
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(LEAST, (count / most) * (HEIGHT - LEAST)));
  const numbers = (counts: { readonly succeeded: number; readonly failed: number }) => ({
    succeeded: format.number(counts.succeeded),
    failed: format.number(counts.failed),
  });
  const described = buckets.map((bucket) => ({
    ...bucket,
    text: t('endpoints.bars.hour', { when: format.dateTime(bucket.start), ...numbers(bucket) }),
  }));
  return (
    <>
      <svg
        className="pt-bars"
        width={buckets.length * STEP}
        height={HEIGHT}
        // Narrower than its bars, it shows all of them.
        viewBox={`0 0 ${buckets.length * STEP} ${HEIGHT}`}
        role="img"
        aria-label={t('endpoints.bars.summary', numbers(totals))}
      >
        {described.map(({ start, succeeded, failed, text }, n) => {
          const [good, bad] = [heightOf(succeeded), heightOf(failed)];
          return (
            <g key={start}>
              <title>{text}</title>
              <rect data-part="hour" x={n * STEP} y={0} width={STEP} height={HEIGHT} />
              <rect data-part="none" x={n * STEP} y={HEIGHT - 1} width={WIDTH} height={1} />
              <rect data-part="good" x={n * STEP} y={HEIGHT - good} width={WIDTH} height={good} />
              <rect data-part="bad" x={n * STEP} y={Math.max(0, HEIGHT - good - bad)} width={WIDTH} height={bad} />
            </g>
          );
        })}
      </svg>
      <VisuallyHidden>
        <ul>
          {described
            .filter(({ succeeded, failed }) => succeeded + failed > 0)
            .map(({ start, text }) => (
              <li key={start}>{text}</li>
            ))}
        </ul>
      </VisuallyHidden>
      <Text size="xs" c="dimmed">
        {t('endpoints.bars.succeeded', { count: totals.succeeded })}
        {totals.failed > 0 && `${DOT}${t('endpoints.bars.failed', { count: totals.failed })}`}
      </Text>
    </>
  );
}
