import type { SecondFactorSetup } from '@billhook/contract/second-factor';
import { ErrorState } from '@billhook/ui/components/error-state';
import { SecretField } from '@billhook/ui/components/secret-field';
import { useAction } from '@billhook/ui/use-action';
import { Center, Group, Loader, Skeleton, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StepUpPrompt } from '../session/step-up-prompt.js';
import { useAccountTexts } from '../texts/account.js';
import { CodeForm } from './code-form.js';
import { beginSecondFactor, confirmSecondFactor } from './queries.js';

const QrCode = lazy(() => import('./qr-code.js').then((file) => ({ default: file.QrCode })));

/** The secret for the app as a picture and as text, then a first code that shows that the app has it. */
export function SetUpForm({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const ui = useTranslation('ui');
  const begin = useAction(beginSecondFactor);
  const [setup, setSetup] = useState<SecondFactorSetup>();
  const [wanted, setWanted] = useState(true);
  const { run } = begin;

  useEffect(() => {
    if (!wanted) return;
    void run().then((result) => {
      setWanted(false);
      if (result.ok) setSetup(result.value);
    });
    // Once for each time that it is wanted; `run` is another function at each drawing.
    // eslint-disable-next-line
  }, [wanted]);

  if (setup) return <FirstCode setup={setup} onCodes={onCodes} onBeginAgain={() => setWanted(true)} />;
  if (begin.error?.code === 'step_up_required') {
    return <StepUpPrompt pending={begin.pending} onConfirmed={() => setWanted(true)} />;
  }
  if (begin.error) return <ErrorState error={begin.error} onRetry={() => setWanted(true)} />;
  return (
    <Center py="xl">
      <Loader role="status" aria-label={ui.t('loading')} />
    </Center>
  );
}
