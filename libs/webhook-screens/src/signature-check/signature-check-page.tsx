import './signature-check.css';
import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { ErrorState } from '@billhook/ui/components/error-state';
import { Loading } from '@billhook/ui/components/loading';
import { PageHeader } from '@billhook/ui/components/page-header';
import { useAction } from '@billhook/ui/use-action';
import { useTexts } from '@billhook/ui/use-texts';
import { NativeSelect, Stack } from '@mantine/core';
import { IconStethoscope } from '@tabler/icons-react';
import { useState } from 'react';
import { useEndpoints } from '../endpoints/endpoints.queries.js';
import { DiagnosisResult } from './diagnosis-result.js';
import { ExpectedSignature } from './expected-signature.js';
import { SignatureCheckForm } from './signature-check-form.js';
import { diagnosisBody } from './signature-check-values.js';
import { diagnoseRequest } from './signature-check.queries.js';

/** Finds out why a receiver rejects messages. */
export function SignatureCheckPage() {
  const { t } = useTexts('portal');
  const endpoints = useEndpoints();
  const known = endpoints.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      <PageHeader title={t('signatureCheck.title')} lead={t('signatureCheck.lead')} />
      {endpoints.isPending ? (
        <Loading />
      ) : known.length > 0 ? (
        <SignatureCheck endpoints={known} />
      ) : endpoints.error ? (
        <ErrorState error={endpoints.error} onRetry={() => void endpoints.refetch()} />
      ) : (
        <div className="bh-panel">
          <EmptyState icon={IconStethoscope} title={t('words.noEndpoints')}>
            {t('signatureCheck.noEndpointBody')}
          </EmptyState>
        </div>
      )}
    </>
  );
}

function SignatureCheck({ endpoints }: { endpoints: readonly WebhookEndpointView[] }) {
  const { t } = useTexts('portal');
  const [chosen, setChosen] = useState('');
  const endpoint = endpoints.find(({ id }) => String(id) === chosen) ?? endpoints[0];
  const diagnosis = useAction(diagnoseRequest);
  const [result, setResult] = useState<Awaited<ReturnType<typeof diagnoseRequest>>>();
  if (!endpoint) return null;
  return (
    <div className="pt-columns">
      <div className="bh-panel pt-section">
        <NativeSelect
          label={t('words.endpoint')}
          mb="md"
          value={String(endpoint.id)}
          data={endpoints.map(({ id, url }) => ({ value: String(id), label: url }))}
          onChange={({ currentTarget }) => {
            setChosen(currentTarget.value);
            setResult(undefined);
          }}
        />
        <SignatureCheckForm
          key={endpoint.id}
          endpointId={endpoint.id}
          pending={diagnosis.pending}
          onChange={() => setResult(undefined)}
          onSubmit={(values) => diagnosis.start([endpoint.id, diagnosisBody(values)], { onSuccess: setResult })}
        />
      </div>
      <Stack gap="md" miw={0}>
        <div aria-live="polite" className="pt-diagnosis">
          {diagnosis.error && <ErrorState error={diagnosis.error} />}
          {result && <DiagnosisResult diagnosis={result} />}
        </div>
        <ExpectedSignature endpoint={endpoint} />
      </Stack>
    </div>
  );
}
