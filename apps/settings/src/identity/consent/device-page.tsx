import type { ConsentView } from '@billhook/contract/identity/oauth/consent';
import { asApiError, type ApiError } from '@billhook/ui/api-fetch';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconBan, IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { PageLink } from '../../shared/workspace/links.js';
import { SignedOutLayout } from '../session/signed-out-layout.js';
import { Consent } from './consent.js';
import { consentQuery, devicePath } from './consent.queries.js';
import { isWholeCode, lettersOf, withDash } from './user-code.js';

const route = getRouteApi('/oauth/device');

interface Found {
  readonly path: string;
  readonly consent: ConsentView;
}

interface Decided {
  readonly name: string;
  readonly allowed: boolean;
}

/** Where a program without a browser sends its user: the code, the same decision, and the way back to the device. */
export function DevicePage() {
  const [found, setFound] = useState<Found>();
  const [decided, setDecided] = useState<Decided>();
  if (decided) return <Done {...decided} />;
  if (!found) return <CodePage onFound={setFound} />;
  const { path, consent } = found;
  return (
    <Consent
      consent={consent}
      path={path}
      onDecided={(_, allowed) => setDecided({ name: consent.application.name, allowed })}
    >
      {consent.device && <DeviceWarning device={consent.device} onOther={() => setFound(undefined)} />}
    </Consent>
  );
}

function CodePage({ onFound }: { onFound: (found: Found) => void }) {
  const { t } = useTexts('consent');
  const client = useQueryClient();
  // The link of a device may contain the code; the user still compares it with the device.
  const [code, setCode] = useState(withDash(route.useSearch().user_code ?? ''));
  const [tried, setTried] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [error]);
  const unknown = error?.code === 'device_code_unknown';

  const fieldError = () => {
    if (unknown) return t('device.unknown');
    if (!tried || isWholeCode(code)) return undefined;
    return t(lettersOf(code) ? 'device.incomplete' : 'words:codeMissing');
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isWholeCode(code)) return field.current?.focus();
    setPending(true);
    setError(undefined);
    const path = devicePath(withDash(code));
    try {
      onFound({ path, consent: await client.fetchQuery({ ...consentQuery(path), staleTime: 0 }) });
    } catch (cause) {
      setError(asApiError(cause));
      setPending(false);
    }
  };
  return (
    <SignedOutLayout title={t('device.title')} lead={t('device.lead')}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          {error && !unknown && (
            <ErrorState error={error} {...(error.code === 'too_many_attempts' && { words: t('device.tooMany') })} />
          )}
          <TextInput
            ref={field}
            className="st-code"
            label={t('device.code')}
            description={t('device.codeHint')}
            placeholder="BCDF-GHJK"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            value={code}
            error={fieldError()}
            onChange={(event) => {
              setCode(withDash(event.currentTarget.value));
              setTried(false);
              setError(undefined);
            }}
          />
          <Button type="submit" loading={pending} fullWidth>
            {t('device.submit')}
          </Button>
        </Stack>
      </form>
    </SignedOutLayout>
  );
}

interface DeviceWarningProps {
  readonly device: NonNullable<ConsentView['device']>;
  readonly onOther: () => void;
}

/** Which code is decided on and where it was requested: a link with a code may come from an attacker. */
function DeviceWarning({ device: { userCode, ip, userAgent }, onOther }: DeviceWarningProps) {
  const { t } = useTexts('consent');
  const from = userAgent
    ? t('device.fromProgram', { address: ip, program: userAgent })
    : t('device.from', { address: ip });
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={20} />} title={t('device.check')} mb="md">
      <Text size="sm">{t('device.warning', { code: withDash(userCode) })}</Text>
      {ip !== null && (
        <Text size="sm" mt={4} className="bh-anywhere">
          {from}
        </Text>
      )}
      <Anchor component="button" type="button" size="sm" mt={4} onClick={onOther}>
        {t('device.otherCode')}
      </Anchor>
    </Alert>
  );
}

function Done({ name, allowed }: Decided) {
  const { t } = useTexts('consent');
  return (
    <SignedOutLayout title={t(allowed ? 'device.allowedTitle' : 'device.deniedTitle')}>
      <Stack gap="md">
        <Alert
          role="status"
          color={allowed ? 'green' : 'gray'}
          icon={allowed ? <IconCheck size={20} /> : <IconBan size={20} />}
        >
          {t(allowed ? 'device.allowed' : 'device.denied', { name })}
        </Alert>
        <PageLink to="/applications">{t('device.applications')}</PageLink>
      </Stack>
    </SignedOutLayout>
  );
}
