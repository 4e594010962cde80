import type { UpdateWebhookEndpoint, WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import type { ApiError } from '@billhook/ui/api-fetch';
import { useLeaveQuestion } from '@billhook/ui/components/use-leave-question';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { Stack } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { MayChange } from '../frame/may-change.js';
import { MessageSettings } from './message-settings.js';
import { ReceiverSettings } from './receiver-settings.js';
import { RetrySettings } from './retry-settings.js';
import { SettingsFoot } from './settings-foot.js';
import {
  brokenFields,
  errorsOf,
  isEdited,
  patchOf,
  valuesOf,
  type SettingsErrors,
  type SettingsGroupProps,
  type SettingsValues,
} from './settings-values.js';
import { SignatureSettings } from './signature-settings.js';
import { useBrokenTexts } from './use-broken-texts.js';

interface SettingsFormProps {
  readonly endpoint: WebhookEndpointView;
  readonly pending: boolean;
  readonly onEdited: (isEdited: boolean) => void;
  /** Saves the patch; returns the error, if any. */
  readonly onSubmit: (patch: UpdateWebhookEndpoint) => Promise<ApiError | undefined>;
  /** Saves it over what someone else has saved. */
  readonly onOverwrite: (patch: UpdateWebhookEndpoint) => Promise<ApiError | undefined>;
  readonly onReload: () => void;
  readonly onSecrets: () => void;
}

export function SettingsForm(props: SettingsFormProps) {
  const { endpoint, pending, onEdited, onSubmit, onOverwrite, onReload, onSecrets } = props;
  const { t } = useTexts('portal');
  const language = useLanguage();
  const [before] = useState(() => valuesOf(endpoint));
  const [values, setValues] = useState(before);
  const [errors, setErrors] = useState<SettingsErrors>({});
  const [failure, setFailure] = useState<ApiError>();
  const form = useRef<HTMLFormElement>(null);
  const brokenTexts = useBrokenTexts();
  const edited = isEdited(values, before);
  const { question } = useLeaveQuestion(() => edited && !pending);

  const change = (part: Partial<SettingsValues>) => {
    const next = { ...values, ...part };
    setValues(next);
    setErrors((shown) => ({ ...shown, ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])) }));
    onEdited(isEdited(next, before));
  };
  const discard = () => {
    setValues(before);
    setErrors({});
    setFailure(undefined);
    onEdited(false);
  };
  const show = (shown: SettingsErrors) => {
    setErrors(shown);
    requestAnimationFrame(() => {
      const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-broken] input');
      field?.focus();
    });
  };
  const save = async (send: SettingsFormProps['onSubmit']) => {
    setFailure(undefined);
    const broken = brokenFields(values);
    if (broken.length > 0) return show(brokenTexts(broken, values));
    const error = await send(patchOf(values, before));
    if (!error) return;
    const shown = errorsOf(error, language);
    show(shown);
    if (Object.keys(shown).length === 0) setFailure(error);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(onSubmit);
  };
  const group: SettingsGroupProps = { endpoint, values, errors, onChange: change };
  return (
    <form ref={form} noValidate onSubmit={submit} aria-label={t('endpointPage.tabs.settings')}>
      <Stack gap="lg">
        <ReceiverSettings {...group} />
        <MessageSettings {...group} />
        <RetrySettings {...group} />
        <SignatureSettings endpoint={endpoint} onSecrets={onSecrets} />
        <MayChange>
          <SettingsFoot
            {...{ edited, pending, failure }}
            errors={Object.values(errors).filter(Boolean).length}
            onDiscard={discard}
            onReload={onReload}
            onOverwrite={() => void save(onOverwrite)}
          />
        </MayChange>
      </Stack>
      {question}
    </form>
  );
}
