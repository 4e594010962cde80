import { Anchor, Container } from '@mantine/core';
import { IconCompass } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './empty-state.js';
import { ErrorState } from './error-state.js';

/** A page that failed to draw or to load its code. */
export function CrashPage({ error, reset }: { error: unknown; reset: () => void }) {
  return (
    <Container size="sm" py="xl">
      <ErrorState error={error} onRetry={reset} />
    </Container>
  );
}

/** An address without a page. `home` is the app's base path. */
export function NotFoundPage({ home }: { home: string }) {
  const { t } = useTranslation('ui');
  return (
    <EmptyState icon={IconCompass} title={t('notFoundTitle')}>
      {t('notFoundBody')} <Anchor href={home}>{t('goBack')}</Anchor>
    </EmptyState>
  );
}
