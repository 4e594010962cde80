import { ErrorState } from '@billhook/ui/components/error-state';
import { useAction } from '@billhook/ui/use-action';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconInfoCircle, IconMail } from '@tabler/icons-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { PageLink } from '../../shared/workspace/links.js';
import { Throttled, useWait } from './sign-in-wait.js';
import { requestPasswordReset, useSignInOptions } from './sign-in.queries.js';
import { SignedOutLayout } from './signed-out-layout.js';

/** Requests a link that sets a new password. The result is the same whether the account exists or not. */
export function ForgotPasswordPage() {
  const { t } = useTexts('signIn');
  const options = useSignInOptions();
  const request = useAction(requestPasswordReset);
  const wait = useWait(request.error);
  const [email, setEmail] = useState('');
  const [tried, setTried] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const back = <PageLink to="/">{t('toSignIn')}</PageLink>;
  const sendsMail = options.data?.sendsMail ?? true;

  useEffect(() => field.current?.focus(), [sendsMail]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const address = email.trim();
    if (!address) return field.current?.focus();
    const result = await request.run({ email: address });
    if (result.ok) setSentTo(address);
  };

  if (!sendsMail) {
    return (
      <SignedOutLayout title={t('forgot.title')}>
        <Stack gap="md">
          <Alert color="blue" icon={<IconInfoCircle size={20} />} title={t('forgot.noMailTitle')}>
            {t('forgot.noMailBody')}
          </Alert>
          {back}
        </Stack>
      </SignedOutLayout>
    );
  }
  if (sentTo !== undefined) {
    return (
      <SignedOutLayout title={t('forgot.title')}>
        <Stack gap="md">
          <Alert role="status" color="green" icon={<IconMail size={20} />} title={t('forgot.sentTitle')}>
            <Text size="sm" className="bh-anywhere">
              {t('forgot.sentBody', { email: sentTo })}
            </Text>
          </Alert>
          {back}
        </Stack>
      </SignedOutLayout>
    );
  }
  return (
    <SignedOutLayout title={t('forgot.title')} lead={t('forgot.lead')}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          {request.error &&
            (request.error.code === 'too_many_attempts' ? (
              <Throttled wait={wait} />
            ) : (
              <ErrorState error={request.error} />
            ))}
          <TextInput
            ref={field}
            label={t('words:email')}
            type="email"
            autoComplete="username"
            maxLength={254}
            value={email}
            error={tried && !email.trim() && t('emailMissing')}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" loading={request.pending} disabled={wait > 0} fullWidth mt="xs">
            {t('forgot.submit')}
          </Button>
          {back}
        </Stack>
      </form>
    </SignedOutLayout>
  );
}
