import type { ConsentView } from '@billhook/contract/identity/oauth/consent';
import { asApiError } from '@billhook/ui/api-fetch';
import { ErrorState } from '@billhook/ui/components/error-state';
import { Loading } from '@billhook/ui/components/loading';
import { useTexts } from '@billhook/ui/use-texts';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageButton } from '../../shared/workspace/links.js';
import { SignedOutLayout } from '../session/signed-out-layout.js';
import { consentQuery } from './consent.queries.js';

interface ConsentGateProps {
  readonly path: string;
  readonly children: (consent: ConsentView) => ReactNode;
}

/** The request of an application once it is loaded, or why it cannot be decided. */
export function ConsentGate({ path, children }: ConsentGateProps) {
  const { t } = useTexts('consent');
  const query = useQuery(consentQuery(path));
  if (query.data) return children(query.data);
  if (query.error && asApiError(query.error).code === 'authorization_request_expired') return <ExpiredRequest />;
  return (
    <SignedOutLayout title={t('pageTitle')}>
      {query.error ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <Loading />}
    </SignedOutLayout>
  );
}

export function ExpiredRequest() {
  const { t } = useTexts('consent');
  return (
    <SignedOutLayout title={t('expired.title')}>
      <Stack gap="md">
        <Text size="sm">{t('expired.body')}</Text>
        <PageButton to="/" variant="default">
          {t('expired.home')}
        </PageButton>
      </Stack>
    </SignedOutLayout>
  );
}
