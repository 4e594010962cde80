import type { SetUpInstallation } from '@billhook/contract/installation/set-up';
import { countryOfZone, timeZoneOf } from '@billhook/domain/identity/country-time-zones';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useAction } from '@billhook/ui/use-action';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { NewPasswordField, usePasswordError } from '../../identity/session/new-password-field.js';
import { acceptInvitation, setUpInstallation } from '../../identity/session/sign-in.queries.js';
import { SignedOutLayout } from '../../identity/session/signed-out-layout.js';
import { useLinkToken } from '../../identity/session/use-link-token.js';
import { CountrySelect } from '../../shared/forms/country-select.js';
import { CurrencySelect } from '../../shared/forms/currency-select.js';
import { focusFirstError } from '../../shared/forms/focus-first-error.js';
import { TimeZoneSelect } from '../../shared/forms/time-zone-select.js';
import { ValidatedForm } from '../../shared/forms/validated-form.js';
import { PageButton } from '../../shared/workspace/links.js';
import { useErrorsByPath } from '../../shared/workspace/use-error-texts.js';

const FORM = 'set-up-form';

const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Creates the company, and the account of its owner with the link of the invitation. If the account fails, the page of that link asks again: the
 * set-up link has been used. Then it leaves the page, so a success never resolves, and no second click sends the used link.
 */
async function setUpAndJoin(body: SetUpInstallation, account: { name: string; password: string }): Promise<never> {
  const { url } = await setUpInstallation(body);
  const { origin, hash } = new URL(url);
  const joined =
    origin === location.origin &&
    (await acceptInvitation({ token: hash.slice(1), ...account }).then(
      () => true,
      () => false,
    ));
  location.replace(joined ? '/settings/' : url);
  return new Promise(() => undefined);
}

/** The page of a set-up link: creates the first company, and the account of its owner. */
export function SetUpPage() {
  const { t } = useTexts('signIn');
  const token = useLinkToken();
  return (
    <SignedOutLayout title={t('setUp.title')} lead={token === undefined ? undefined : t('setUp.lead')}>
      {token === undefined ? (
        <Alert color="yellow" icon={<IconAlertTriangle size={20} />} title={t('invitation.missingTitle')}>
          {t('setUp.missingBody')}
        </Alert>
      ) : (
        <SetUpForm token={token} />
      )}
    </SignedOutLayout>
  );
}

function SetUpForm({ token }: { token: string }) {
  const { t } = useTexts('signIn');
  const forms = useTexts('forms');
  const language = useLanguage();
  const setUp = useAction(setUpAndJoin);
  const errorsByPath = useErrorsByPath();
  const passwordError = usePasswordError();
  const required = (value: string | null): string | null => (value?.trim() ? null : forms.t('required'));
  const form = useForm({
    initialValues: {
      ...{ company: '', country: countryOfZone(BROWSER_ZONE) ?? '', timeZone: BROWSER_ZONE },
      currency: 'EUR' as SetUpInstallation['currency'],
      ...{ name: '', email: '', password: '' },
    },
    validate: {
      ...{ company: required, country: required, currency: required, timeZone: required },
      name: (name) => (name.trim() ? null : t('invitation.nameMissing')),
      email: required,
      password: (password, { email, name, company }) => passwordError(password, [email, name, company]) ?? null,
    },
  });
  const [choseZone, setChoseZone] = useState(false);
  useEffect(() => focusFirstField(), []);

  const setCountry = (country: string | null) => {
    form.setFieldValue('country', country ?? '');
    if (country && !choseZone) form.setFieldValue('timeZone', timeZoneOf(country, BROWSER_ZONE));
  };
  const setTimeZone = (zone: string | null) => {
    setChoseZone(true);
    form.setFieldValue('timeZone', zone ?? '');
  };

  const submit = async ({ name, password, ...values }: typeof form.values) => {
    const body = { ...values, token, locale: language === 'fr' ? ('fr' as const) : ('en' as const) };
    const result = await setUp.run(body, { name: name.trim(), password });
    if (result.ok) return;
    form.setErrors(errorsByPath(result.error));
    focusFirstError(FORM);
  };

  if (setUp.error?.code === 'set_up_link_invalid') {
    return (
      <Stack gap="md">
        <Alert role="alert" color="yellow" icon={<IconAlertTriangle size={20} />} title={t('setUp.invalidTitle')}>
          {t('setUp.invalidBody')}
        </Alert>
        <PageButton to="/">{t('reset.goToSignIn')}</PageButton>
      </Stack>
    );
  }
  return (
    <ValidatedForm id={FORM} form={form} onSubmit={submit}>
      <Stack gap="md">
        {setUp.error && setUp.error.errors.length === 0 && <ErrorState error={setUp.error} />}
        <TextInput
          label={t('setUp.company')}
          autoComplete="organization"
          maxLength={200}
          {...form.getInputProps('company')}
        />
        <CountrySelect {...form.getInputProps('country')} onChange={setCountry} />
        <CurrencySelect {...form.getInputProps('currency')} />
        <TimeZoneSelect
          kept={form.values.timeZone}
          hint={t('setUp.timeZoneHint')}
          {...form.getInputProps('timeZone')}
          onChange={setTimeZone}
        />
        <TextInput
          label={t('invitation.yourName')}
          description={t('invitation.nameHint')}
          autoComplete="name"
          maxLength={120}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('setUp.email')}
          description={t('setUp.emailHint')}
          type="email"
          autoComplete="username"
          maxLength={254}
          {...form.getInputProps('email')}
        />
        <NewPasswordField label={t('newPassword.choose')} {...form.getInputProps('password')} />
        <Button type="submit" loading={setUp.pending} fullWidth mt="xs">
          {t('setUp.submit')}
        </Button>
      </Stack>
    </ValidatedForm>
  );
}

function focusFirstField(): void {
  document.querySelector<HTMLInputElement>(`#${FORM} input`)?.focus();
}
