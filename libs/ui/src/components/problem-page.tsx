import { Alert, Anchor, Button, Container, Text } from '@mantine/core';
import { IconCompass, IconRefresh } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTexts } from '../use-texts.js';
import { EmptyState } from './empty-state.js';
import { ErrorState } from './error-state.js';

/** Browser messages for a script or stylesheet that failed to load: Chromium, Firefox, Safari, and Vite for a stylesheet. */
const NOT_LOADED = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;

/** A page that failed to render or to load its code. */
export function CrashPage({ error, reset }: { error: unknown; reset: () => void }) {
  const notLoaded = error instanceof Error && NOT_LOADED.test(error.message);
  return (
    <Container size="sm" py="xl">
      {notLoaded ? <NotLoaded /> : <ErrorState error={error} onRetry={reset} />}
    </Container>
  );
}

/** An update replaced the scripts of the page, or the connection was lost: a reload fetches them. */
function NotLoaded() {
  const { t } = useTexts('ui');
  const part = navigator.onLine ? 'newVersion' : 'partMissing';
  useEffect(() => {
    const reload = () => location.reload();
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, []);
  return (
    <Alert role="alert" color="blue" icon={<IconRefresh size={20} />} title={t(`${part}Title`)}>
      <Text size="sm">{t(`${part}Body`)}</Text>
      <Button variant="default" size="xs" mt="sm" onClick={() => location.reload()}>
        {t('reload')}
      </Button>
    </Alert>
  );
}

/** An unknown address. `home` is the app's base path. */
export function NotFoundPage({ home }: { home: string }) {
  const { t } = useTexts('ui');
  return (
    <EmptyState icon={IconCompass} level={1} title={t('notFoundTitle')}>
      {t('notFoundBody')} <Anchor href={home}>{t('goBack')}</Anchor>
    </EmptyState>
  );
}
