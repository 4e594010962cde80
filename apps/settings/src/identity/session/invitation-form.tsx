import type { AcceptInvitation, OpenedInvitation } from '@billhook/contract/identity/invitation';
import type { ApiError } from '@billhook/ui/api-fetch';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useAction } from '@billhook/ui/use-action';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { CodeField, type CodeKind } from './code-field.js';
import { NewPasswordField, usePasswordError, usePasswordErrorTexts } from './new-password-field.js';
import { useSession } from './session.queries.js';
import { Throttled, useWait } from './sign-in-wait.js';
import { SignedOutLayout } from './signed-out-layout.js';

type AcceptedInvitation = Omit<AcceptInvitation, 'token'>;

interface InvitationFormProps {
  readonly opened: OpenedInvitation;
  /** Joins, then opens the settings. @throws ApiError */
  readonly accept: (answer: AcceptedInvitation) => Promise<void>;
}

/** The fields for joining: a name and a new password, or the password of the existing account. */
export function InvitationForm({ opened, accept }: InvitationFormProps) {
  const { t } = useTexts('signIn');
  const members = useTexts('members');
  const format = useFormat();
  const session = useSession();
  const { company, invitedBy, email, hasAccount, expiresAt } = opened;
  const role = members.t(`roles.${opened.role}`);
  const signedInAs = session.data?.member.email;
  const isFounder = opened.isFirstMember && !hasAccount;
  const lead = isFounder ? (
    t('invitation.founderLead', { company, email })
  ) : (
    <>
      <div>
        {invitedBy === null
          ? t('invitation.byOperator', { company, role })
          : t('invitation.byPerson', { name: invitedBy, company, role })}
      </div>
      <div>
        {t('invitation.forAddress', { email })} {t('invitation.until', { date: format.date(expiresAt) })}
      </div>
    </>
  );
  return (
    <SignedOutLayout title={isFounder ? t('invitation.founderTitle') : t('invitation.title', { company })} lead={lead}>
      <Stack gap="md">
        {signedInAs !== undefined && signedInAs !== email && (
          <Alert color="blue" icon={<IconInfoCircle size={20} />}>
            <Text size="sm" className="bh-anywhere">
              {t('invitation.signedInAs', { email: signedInAs, invited: email })}
            </Text>
          </Alert>
        )}
        {hasAccount && <Text size="sm">{t('invitation.hasAccount')}</Text>}
        <JoinFields opened={opened} accept={accept} />
      </Stack>
    </SignedOutLayout>
  );
}

/** An error of a field is shown at the field; other errors are shown above the form. */
const SAID_AT_FIELD = ['sign_in_failed', 'second_factor_required', 'second_factor_wrong'];

function JoinError({ error, wait }: { error: ApiError; wait: number }) {
  const { t } = useTexts('signIn');
  if (error.code === 'too_many_attempts') return <Throttled wait={wait} />;
  if (error.code === 'invitation_invalid') {
    return (
      <Alert role="alert" color="yellow" icon={<IconAlertTriangle size={20} />} title={t('invitation.invalidTitle')}>
        {t('invitation.invalidBody')}
      </Alert>
    );
  }
  const atField = SAID_AT_FIELD.includes(error.code) || error.errors.some(({ pointer }) => pointer === '/password');
  return atField ? null : <ErrorState error={error} />;
}

function JoinFields({ opened, accept }: InvitationFormProps) {
  const { t } = useTexts('signIn');
  const { company, email, hasAccount } = opened;
  const join = useAction(accept);
  const wait = useWait(join.error);
  const errorOf = usePasswordError();
  const words = usePasswordErrorTexts();
  const [values, setValues] = useState({ name: opened.name, password: '', code: '' });
  const [codeKind, setCodeKind] = useState<CodeKind>();
  const [tried, setTried] = useState(false);
  const name = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const { error } = join;
  useEffect(() => (hasAccount ? password : name).current?.focus(), [hasAccount]);

  const fieldErrors = {
    name: !hasAccount && !values.name.trim() ? t('invitation.nameMissing') : undefined,
    password: hasAccount
      ? values.password
        ? undefined
        : t('passwordMissing')
      : errorOf(values.password, [email, values.name, company]),
    code: codeKind && !values.code.trim() ? t('words:codeMissing') : undefined,
  };
  const refusedPassword = () => {
    if (error?.code === 'sign_in_failed') return t('invitation.wrongPassword');
    const fieldError = error?.errors.find(({ pointer }) => pointer === '/password');
    return fieldError && words(fieldError);
  };
  const refusedCode = () => {
    if (error?.code !== 'second_factor_wrong') return undefined;
    return t(codeKind === 'recovery' ? 'second.recoveryWrong' : 'second.wrong');
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fieldErrors.name) return name.current?.focus();
    if (fieldErrors.password) return password.current?.focus();
    if (fieldErrors.code) return;
    const result = await join.run({
      password: values.password,
      ...(!hasAccount && { name: values.name.trim() }),
      ...(codeKind && { code: values.code.trim() }),
    });
    if (result.ok) return;
    setTried(false);
    if (result.error.code.startsWith('second_factor_')) {
      setCodeKind(codeKind ?? 'app');
      setValues({ ...values, code: '' });
    }
  };

  const passwordProps = {
    ref: password,
    value: values.password,
    error: (tried && fieldErrors.password) || refusedPassword(),
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, password: event.currentTarget.value }),
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        {error && <JoinError error={error} wait={wait} />}
        {!hasAccount && (
          <TextInput
            ref={name}
            label={t('invitation.yourName')}
            description={t('invitation.nameHint')}
            autoComplete="name"
            maxLength={120}
            value={values.name}
            error={tried && fieldErrors.name}
            onChange={(event) => setValues({ ...values, name: event.currentTarget.value })}
          />
        )}
        {/* Password managers store a password under the email address beside it. */}
        <input hidden type="text" name="username" autoComplete="username" value={email} readOnly />
        {hasAccount ? (
          <PasswordInput
            label={t('words:password')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-hidden': true }}
            {...passwordProps}
          />
        ) : (
          <NewPasswordField label={t('newPassword.choose')} {...passwordProps} />
        )}
        {codeKind && (
          <CodeField
            kind={codeKind}
            value={values.code}
            error={(tried && fieldErrors.code) || refusedCode()}
            onKind={setCodeKind}
            onChange={(code) => setValues({ ...values, code })}
          />
        )}
        <Button type="submit" loading={join.pending} disabled={wait > 0} fullWidth mt="xs">
          {opened.isFirstMember && !hasAccount ? t('invitation.founderSubmit') : t('invitation.title', { company })}
        </Button>
      </Stack>
    </form>
  );
}
