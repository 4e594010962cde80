import type { MePermissionsView } from '@billhook/contract/identity/me';
import type { ApplicationView } from '@billhook/contract/identity/oauth/application';
import { redirectUriError } from '@billhook/domain/identity/application';
import { asApiError } from '@billhook/ui/api-fetch';
import { Dialog } from '@billhook/ui/components/dialog';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Group, List, PasswordInput, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPlugConnected } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { permissionSummary } from '../permission-summary.js';
import { useUpdateApplication } from './applications.queries.js';
import { finishAttempt, onResponse, startAttempt, testRedirectUri, type SignInAttempt } from './sign-in-test.js';

interface SignInTestDialogProps {
  readonly application: ApplicationView;
  readonly onClose: () => void;
}

/** Authorises the application as a user would, and shows what its token may do. */
export function SignInTestDialog({ application, onClose }: SignInTestDialogProps) {
  const { t } = useTexts('applications');
  const ready = application.redirectUris.includes(testRedirectUri());
  return (
    <Dialog opened size="lg" title={t('test.title')} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('test.lead')}</Text>
        {ready ? (
          <Test application={application} onClose={onClose} />
        ) : (
          <MissingUri application={application} onClose={onClose} />
        )}
      </Stack>
    </Dialog>
  );
}

function MissingUri({ application, onClose }: SignInTestDialogProps) {
  const { t } = useTexts('applications');
  const update = useUpdateApplication(application.id);
  const uri = testRedirectUri();
  if (redirectUriError(uri) !== undefined) {
    return (
      <Alert color="yellow" icon={<IconAlertTriangle size={20} />}>
        {t('test.insecure')}
      </Alert>
    );
  }
  return (
    <>
      <Text size="sm" className="bh-anywhere">
        {t('test.missingUri', { uri })}
      </Text>
      {update.error && <ErrorState error={update.error} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('test.close')}
        </Button>
        <Button
          loading={update.pending}
          onClick={() => update.start([{ redirectUris: [...application.redirectUris, uri] }])}
        >
          {t('test.addUri')}
        </Button>
      </Group>
    </>
  );
}

type State =
  | { readonly step: 'idle' | 'blocked' | 'denied' }
  | { readonly step: 'waiting'; readonly attempt: SignInAttempt }
  | { readonly step: 'failed'; readonly error: unknown }
  | { readonly step: 'done'; readonly result: MePermissionsView };

function Test({ application, onClose }: SignInTestDialogProps) {
  const { t } = useTexts('applications');
  const [secret, setSecret] = useState('');
  const [tried, setTried] = useState(false);
  const [state, setState] = useState<State>({ step: 'idle' });
  const needsSecret = application.type === 'confidential';
  const attempt = state.step === 'waiting' ? state.attempt : undefined;

  useEffect(() => {
    if (!attempt) return;
    return onResponse(attempt, (response) => {
      const code = response.get('code');
      if (code === null) {
        const error = response.get('error');
        if (error === 'access_denied') return setState({ step: 'denied' });
        const detail = [error, response.get('error_description')].filter(Boolean).join(': ');
        return setState({ step: 'failed', error: new Error(detail) });
      }
      finishAttempt(attempt, code, secret.trim()).then(
        (result) => setState({ step: 'done', result }),
        (error: unknown) => setState({ step: 'failed', error: asApiError(error) }),
      );
    });
  }, [attempt, secret]);

  const start = async () => {
    setTried(true);
    if (needsSecret && !secret.trim()) return;
    // Opened before the first await: browsers block windows that do not follow a click.
    const opened = open('about:blank', 'billhook-sign-in-test', 'popup,width=760,height=860');
    if (!opened) return setState({ step: 'blocked' });
    const next = await startAttempt(application);
    setState({ step: 'waiting', attempt: next });
    opened.location.href = next.url;
  };

  return (
    <>
      {needsSecret && (
        <PasswordInput
          data-autofocus
          label={t('test.secret')}
          description={t('test.secretHint')}
          autoComplete="off"
          data-1p-ignore
          visibilityToggleButtonProps={{ 'aria-hidden': true }}
          value={secret}
          error={tried && !secret.trim() && t('test.secretMissing')}
          onChange={(event) => setSecret(event.currentTarget.value)}
        />
      )}
      <Outcome state={state} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('test.close')}
        </Button>
        <Button leftSection={<IconPlugConnected size={16} />} onClick={() => void start()}>
          {t('test.start')}
        </Button>
      </Group>
    </>
  );
}

function Outcome({ state }: { state: State }) {
  const { t } = useTexts('applications');
  const language = useLanguage();
  switch (state.step) {
    case 'idle':
      return null;
    case 'waiting':
      return (
        <Text size="sm" role="status">
          {t('test.waiting')}
        </Text>
      );
    case 'blocked':
    case 'denied':
      return (
        <Alert role="alert" color="yellow" icon={<IconAlertTriangle size={20} />}>
          {t(`test.${state.step}`)}
        </Alert>
      );
    case 'failed':
      return <ErrorState title={t('test.failed')} error={state.error} />;
    case 'done':
      return (
        <Alert
          role="status"
          color="green"
          icon={<IconCheck size={20} />}
          title={t('test.ok', { company: state.result.company.name })}
        >
          <Text size="sm">{t('test.granted')}</Text>
          <List size="sm" my={4}>
            {state.result.effective.map((permission) => (
              <List.Item key={permission}>
                {permissionSummary(permission, language)} <span className="bh-mono">({permission})</span>
              </List.Item>
            ))}
          </List>
          <Text size="sm">{t('test.revoked')}</Text>
        </Alert>
      );
  }
}
