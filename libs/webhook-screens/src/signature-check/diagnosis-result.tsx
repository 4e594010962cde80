import type { WebhookDiagnosisView } from '@billhook/contract/webhooks/diagnosis';
import { VERIFICATION_MISTAKES } from '@billhook/domain/webhooks/verification-mistakes';
import { StatusBadge } from '@billhook/ui/components/status-badge';
import { inLanguage } from '@billhook/ui/domain-texts';
import { useFormat } from '@billhook/ui/use-format';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCircleCheck, IconEye, IconHelp, type Icon } from '@tabler/icons-react';
import { WebhooksLink } from '../routing/webhooks-link.js';

type Mistake = WebhookDiagnosisView['mistakes'][number];

const EVIDENCE: Readonly<Record<Mistake['evidence'], Icon>> = {
  Computed: IconCircleCheck,
  Request: IconEye,
  Remaining: IconHelp,
};

/** The mistakes with their proof. */
export function DiagnosisResult({ diagnosis }: { diagnosis: WebhookDiagnosisView }) {
  const { t } = useTexts('portal');
  const { genuine, reproduced, mistakes } = diagnosis;
  return (
    <section className="bh-panel pt-section" aria-labelledby="diagnosis-title">
      <Stack gap="sm">
        <Title order={2} size="h4" id="diagnosis-title">
          {mistakes.length > 0 ? t('signatureCheck.mistakes', { count: mistakes.length }) : t('signatureCheck.result')}
        </Title>
        <div>
          <StatusBadge tone={genuine ? 'positive' : 'warning'} icon={genuine ? IconCheck : IconAlertTriangle}>
            {t(genuine ? 'signatureCheck.genuine' : 'signatureCheck.notGenuine')}
          </StatusBadge>
        </div>
        <Text size="sm">{t(genuine ? 'signatureCheck.genuineBody' : 'signatureCheck.notGenuineBody')}</Text>
        {mistakes.length === 0 && <Text size="sm">{t('signatureCheck.nothingWrong')}</Text>}
        {reproduced === null && genuine && mistakes.length === 0 && (
          <Text size="sm">{t('signatureCheck.askComputed')}</Text>
        )}
        {mistakes.length > 0 && (
          <ol className="pt-mistakes">
            {mistakes.map((mistake) => (
              <MistakeCard key={`${mistake.code} ${mistake.detail}`} mistake={mistake} />
            ))}
          </ol>
        )}
      </Stack>
    </section>
  );
}

function MistakeCard({ mistake: { code, evidence, detail } }: { mistake: Mistake }) {
  const { t } = useTexts('portal');
  const language = useLanguage();
  const { problem, advice } = VERIFICATION_MISTAKES[code];
  const EvidenceIcon = EVIDENCE[evidence];
  return (
    <li>
      <Text fw={600}>{inLanguage(problem, language)}</Text>
      {detail !== null && <MistakeDetail code={code} detail={detail} />}
      <Text size="sm" mt={4}>
        <strong>{t('signatureCheck.advice')}</strong> {inLanguage(advice, language)}
      </Text>
      <Text size="sm" c="dimmed" mt={4} className="pt-evidence">
        <EvidenceIcon size={16} aria-hidden="true" /> {t(`signatureCheck.evidence.${evidence}`)}
      </Text>
    </li>
  );
}

function MistakeDetail({ code, detail }: { code: Mistake['code']; detail: string }) {
  const { t } = useTexts('portal');
  const format = useFormat();
  if (code === 'other_endpoint') {
    return (
      <Text size="sm">
        <WebhooksLink className="pt-link" to={`/endpoints/${detail}`}>
          {t('signatureCheck.detail.other_endpoint', { detail })}
        </WebhooksLink>
      </Text>
    );
  }
  if (code === 'clock_skew') {
    const seconds = Number(detail);
    const duration = format.duration(Math.abs(seconds) * 1000);
    return (
      <Text size="sm">
        {t(seconds > 0 ? 'signatureCheck.detail.clock_ahead' : 'signatureCheck.detail.clock_behind', { duration })}
      </Text>
    );
  }
  if (code !== 'missing_header' && code !== 'other_hash' && code !== 'secret_unreadable') return null;
  return <Text size="sm">{t(`signatureCheck.detail.${code}`, { detail })}</Text>;
}
