import { attemptErrorWords } from '@billhook/contract/webhooks/attempt-error-words';
import type { WebhookCertificationView } from '@billhook/contract/webhooks/certification';
import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import {
  CERTIFICATION_CASES,
  CERTIFICATION_EXPECTATIONS,
  CERTIFICATION_REASONS,
  type CertificationCase,
  type CertificationOutcome,
} from '@billhook/domain/webhooks/certification-cases';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { ErrorState } from '@billhook/ui/components/error-state';
import { StatusBadge, type StatusTone } from '@billhook/ui/components/status-badge';
import { inLanguage } from '@billhook/ui/domain-texts';
import { DOT } from '@billhook/ui/dot';
import { useFormat } from '@billhook/ui/use-format';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { IconCertificate, IconCircleCheck, IconCircleX, IconEyeOff, type Icon } from '@tabler/icons-react';
import { MayChange } from '../frame/may-change.js';
import { useCertification } from './certification.queries.js';

const BADGES: Readonly<Record<CertificationOutcome, readonly [StatusTone, Icon]>> = {
  Passed: ['positive', IconCircleCheck],
  Failed: ['negative', IconCircleX],
  NotVisible: ['warning', IconEyeOff],
};

type CaseRow = CertificationCase & { readonly result: WebhookCertificationView | undefined };

/** Plays the cases against the endpoint, and shows the result of each as it arrives. */
export function CertificationTab({ endpoint }: { readonly endpoint: WebhookEndpointView }) {
  const { t } = useTexts('portal');
  const { results, running, error, start } = useCertification(endpoint.id);
  const rows = CERTIFICATION_CASES.map((row): CaseRow => ({
    ...row,
    result: results.find((result) => result.case === row.name),
  }));
  const countOf = (outcome: CertificationOutcome) => results.filter((each) => each.outcome === outcome).length;
  const [passed, failed, notVisible] = [countOf('Passed'), countOf('Failed'), countOf('NotVisible')];
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className="pt-certification-lead">
          <Title order={2}>{t('certification.title')}</Title>
          <Text size="sm" c="dimmed">
            {t('certification.lead', { count: rows.length })}
          </Text>
        </div>
        <MayChange>
          <Button
            leftSection={<IconCertificate size={16} />}
            loading={running}
            disabled={endpoint.status === 'Disabled'}
            onClick={start}
          >
            {t(results.length > 0 ? 'certification.again' : 'certification.start')}
          </Button>
        </MayChange>
      </Group>
      {endpoint.status === 'Disabled' && <Text size="sm">{t('certification.disabled')}</Text>}
      {error && <ErrorState error={error} />}
      {results.length > 0 && (
        <div role="status">
          {running && (
            <Progress value={(100 * results.length) / rows.length} aria-label={t('certification.progress')} mb="xs" />
          )}
          <Text fw={600}>{t('certification.sum', { passed, failed, notVisible })}</Text>
          {!running && notVisible > 0 && <Text size="sm">{t('certification.notVisible')}</Text>}
          {!running && results.length < rows.length && !error && <Text size="sm">{t('certification.stopped')}</Text>}
        </div>
      )}
      <CaseTable rows={rows} />
    </Stack>
  );
}

function CaseTable({ rows }: { readonly rows: readonly CaseRow[] }) {
  const { t } = useTexts('portal');
  const language = useLanguage();
  const columns: Column<CaseRow>[] = [
    {
      ...{ key: 'case', header: t('certification.sent'), wide: true },
      render: ({ name, sends }) => (
        <>
          <Text size="sm" className="bh-mono">
            {name}
          </Text>
          <Text size="sm">{inLanguage(sends, language)}</Text>
        </>
      ),
    },
    {
      ...{ key: 'receiver', header: t('certification.receiver') },
      render: ({ expects }) => inLanguage(CERTIFICATION_EXPECTATIONS[expects].receiver, language),
    },
    {
      ...{ key: 'proof', header: t('certification.proof') },
      render: ({ expects }) => inLanguage(CERTIFICATION_EXPECTATIONS[expects].proof, language),
    },
    {
      ...{ key: 'result', header: t('certification.result') },
      render: ({ result }) => (result ? <CaseResult result={result} /> : <span aria-hidden="true">–</span>),
    },
  ];
  return <DataTable label={t('certification.title')} columns={columns} rows={rows} rowKey={({ name }) => name} />;
}

function CaseResult({ result: { outcome, reason, responses } }: { readonly result: WebhookCertificationView }) {
  const { t } = useTexts('portal');
  const language = useLanguage();
  const format = useFormat();
  const [tone, icon] = BADGES[outcome];
  const statuses = responses.map(({ status }) => status ?? t('certification.none'));
  const counts = responses.flatMap(({ handled }) => handled ?? []);
  const error = responses.find((response) => response.error !== null)?.error;
  const slowest = Math.max(...responses.map(({ durationMs }) => durationMs));
  return (
    <div>
      <StatusBadge tone={tone} icon={icon}>
        {t(`certification.outcome.${outcome}`)}
      </StatusBadge>
      <Text size="xs" c="dimmed" className="bh-mono">
        {[
          [...new Set(statuses)].join(', '),
          ...(counts.length > 0 ? [t('certification.handled', { counts: counts.join(', ') })] : []),
          format.duration(slowest),
        ].join(DOT)}
      </Text>
      {reason && outcome === 'Failed' && <Text size="sm">{inLanguage(CERTIFICATION_REASONS[reason], language)}</Text>}
      {error && (
        <Text size="xs" className="bh-anywhere">
          {inLanguage(attemptErrorWords({ error, errorKind: null, responseStatus: null }), language)}
        </Text>
      )}
    </div>
  );
}
