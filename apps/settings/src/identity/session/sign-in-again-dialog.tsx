import type { SessionView } from '@billhook/contract/identity/session';
import { apiFetch } from '@billhook/ui/api-fetch';
import { Dialog } from '@billhook/ui/components/dialog';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { CodeKind } from './code-field.js';
import { startClean, tellOtherTabs } from '../../shared/session/other-tabs.js';
import { sessionKeys } from './session.queries.js';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { TwoFactorForm } from './two-factor-step.js';
import { answerSession } from '@billhook/ui/session-expiry';
import { SignInError } from './sign-in-page.js';
import { useWait } from './throttled.js';
import { useSignIn } from './use-sign-in.js';

/** A sign-in opens one of the person's companies; the page goes on in the one that it shows. */
async function backTo(memberId: number, session: SessionView): Promise<SessionView> {
  if (session.member.id === memberId) return session;
  return apiFetch<SessionView>('/app/session/company', { method: 'POST', body: { memberId } });
}

/** Asks for the password over the page after its session has ended. What was typed on the page stays, and what was asked for goes on. */
export function SignInAgainDialog() {
  const { t } = useTexts('signIn');
  const ui = useTexts('ui');
  const client = useQueryClient();
  const { member } = useSignedIn();
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const [kind, setKind] = useState<CodeKind>('app');
  const field = useRef<HTMLInputElement>(null);
  const steps = useSignIn((session) => {
    backTo(member.id, session).then((here) => {
      client.setQueryData(sessionKeys.session, here);
      tellOtherTabs(here.member.id);
      answerSession(true);
    }, startClean);
  });
  const wait = useWait(steps.error);
  useEffect(() => {
    if (!steps.second) field.current?.focus();
  }, [steps.second, steps.error]);

  const run = async (code?: string) => {
    const { wrong } = await steps.run({ email: member.email, password }, code);
    if (wrong) setPassword('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(password === '');
    if (password === '') field.current?.focus();
    else void run();
  };
  const startAgain = () => {
    setPassword('');
    steps.startAgain();
  };

  return (
    <Dialog
      opened
      title={t('again.title')}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={400}
      // Another person must not read the page behind it. No blur: without a graphics card it takes seconds to render.
      overlayProps={{ color: 'var(--mantine-color-body)', backgroundOpacity: 0.95, blur: 0 }}
      onClose={() => undefined}
    >
      <Stack gap="md">
        <Text size="sm">{t('again.lead', { email: member.email })}</Text>
        {steps.second ? (
          <TwoFactorForm
            pending={steps.pending}
            error={steps.codeError}
            kind={kind}
            onKind={setKind}
            onCode={(code) => void run(code)}
            onBack={startAgain}
          />
        ) : (
          <form noValidate onSubmit={submit}>
            <Stack gap="md">
              {steps.error && <SignInError error={steps.error} wait={wait} />}
              <PasswordInput
                ref={field}
                data-autofocus
                label={ui.t('stepUp.password')}
                autoComplete="current-password"
                visibilityToggleButtonProps={{ 'aria-hidden': true }}
                value={password}
                error={missing && password === '' && t('passwordMissing')}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
              <Button type="submit" loading={steps.pending} disabled={wait > 0} fullWidth>
                {t('submit')}
              </Button>
            </Stack>
          </form>
        )}
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => answerSession(false)}>
          {t('again.leave')}
        </Button>
      </Stack>
    </Dialog>
  );
}
