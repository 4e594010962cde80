import type { SecondFactorSetup } from '@billhook/contract/identity/second-factor';
import type { ApiError } from '@billhook/ui/api-fetch';
import { ErrorState } from '@billhook/ui/components/error-state';
import { Loading } from '@billhook/ui/components/loading';
import { SecretField } from '@billhook/ui/components/secret-field';
import { useTexts } from '@billhook/ui/use-texts';
import { Center, Skeleton, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { confirmSecondFactor } from './account.queries.js';
import { CodeForm } from './code-form.js';

const QrCode = lazy(() => import('./qr-code.js').then((file) => ({ default: file.QrCode })));

interface SetUpFormProps {
  /** Undefined while it is loading. */
  readonly setup: SecondFactorSetup | undefined;
  /** Why it could not be loaded. */
  readonly error: ApiError | undefined;
  readonly onBegin: () => void;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** The secret for the app as a QR code and as text, then a first code, which proves that the app has the secret. */
export function SetUpForm({ setup, error, onBegin, onCodes, onCancel }: SetUpFormProps) {
  const { t } = useTexts('account');
  if (error) {
    const taken = error.code === 'second_factor_set';
    return <ErrorState error={error} {...(taken && { words: t('second.alreadySet') })} onRetry={onBegin} />;
  }
  if (!setup) return <Loading />;
  return (
    <Stack gap="md">
      <Text size="sm">{t('second.scan')}</Text>
      <Center>
        <Suspense fallback={<Skeleton className="ac-qr" />}>
          <QrCode text={setup.uri} label={t('second.qr')} />
        </Suspense>
      </Center>
      <SecretField label={t('second.secret')} value={inGroups(setup.secret)} />
      <Text size="sm">{t('second.then')}</Text>
      <CodeForm
        confirmLabel={t('second.confirm')}
        perform={confirmSecondFactor}
        onDone={({ recoveryCodes }) => onCodes(recoveryCodes)}
        onCancel={onCancel}
      />
    </Stack>
  );
}

/** In groups of four; apps accept the spaces. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}
