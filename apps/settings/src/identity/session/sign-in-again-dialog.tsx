import type { SessionView } from '@billhook/contract/identity/session';
import { apiFetch } from '@billhook/ui/api-fetch';
import { SessionDialog } from '@billhook/ui/components/session-dialog';
import { answerSession } from '@billhook/ui/session-expiry';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, PasswordInput, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { startClean, notifyOtherTabs } from '../../shared/session/other-tabs.js';
import { useSignedIn } from '../../shared/session/signed-in.js';
import type { CodeKind } from './code-field.js';
import { SecondFactorForm } from './second-factor-step.js';
import { sessionKeys } from './session.queries.js';
import { SignInError } from './sign-in-page.js';
import { useWait } from './sign-in-wait.js';
import { useSignIn } from './use-sign-in.js';

/** A sign-in opens one of the person's companies; the page continues in its own. */
async function backTo(memberId: number, session: SessionView): Promise<SessionView> {
  if (session.member.id === memberId) return session;
  return apiFetch<SessionView>('/app/session/company', { method: 'POST', body: { memberId } });
}

/** Asks for the password after the session of the page has ended. The input on the page stays, and waiting requests continue. */
export function SignInAgainDialog() {
  const { t } = useTexts('signIn');
  const client = useQueryClient();
  const { member } = useSignedIn();
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const [kind, setKind] = useState<CodeKind>('app');
  const field = useRef<HTMLInputElement>(null);
  const steps = useSignIn((session) => {
    backTo(member.id, session).then((here) => {
      client.setQueryData(sessionKeys.session, here);
      notifyOtherTabs(here.member.id);
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
    <SessionDialog
      title={t('again.title')}
      lead={t('again.lead', { email: member.email })}
      leaveLabel={t('again.leave')}
      onLeave={() => answerSession(false)}
    >
      {steps.second ? (
        <SecondFactorForm
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
              label={t('ui:stepUp.password')}
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-hidden': true }}
              value={password}
              error={missing && password === '' && t('passwordMissing')}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <Button type="submit" loading={steps.pending} disabled={wait > 0} fullWidth>
              {t('title')}
            </Button>
          </Stack>
        </form>
      )}
    </SessionDialog>
  );
}
