import { APPLICATION_TYPES } from '@billhook/domain/identity/application';
import { isReservedName } from '@billhook/domain/identity/application-name';
import { APPLICATION_PERMISSIONS, permissionGroups } from '@billhook/domain/identity/permissions';
import { errorsByField, type ApiError } from '@billhook/ui/api-fetch';
import { DialogButtons } from '@billhook/ui/components/dialog-buttons';
import { ErrorState } from '@billhook/ui/components/error-state';
import type { Action } from '@billhook/ui/use-action';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Fieldset, Group, Input, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useId } from 'react';
import { focusFirstError } from '../../shared/forms/focus-first-error.js';
import { ValidatedForm } from '../../shared/forms/validated-form.js';
import { PermissionBoxes } from '../keys/key-form/permission-boxes.js';
import type { ApplicationValues } from './application-values.js';
import { RedirectUrisField } from './redirect-uris-field.js';
import { useRedirectUriError } from './use-redirect-uri-error.js';

const isHttps = (text: string): boolean => URL.canParse(text) && /^https:\/\/[^\s@]+$/.test(text);

/** The values of the form, checked as the API does. */
function useApplicationForm(initialValues: ApplicationValues) {
  const { t } = useTexts('applications');
  const redirectUriError = useRedirectUriError();
  const address = (value: string) => (value.trim() === '' || isHttps(value.trim()) ? null : t('form.notHttps'));
  return useForm<ApplicationValues>({
    initialValues,
    validate: {
      name: (value) => {
        if (value.trim() === '') return t('form.nameMissing');
        return isReservedName(value) ? t('form.nameReserved') : null;
      },
      homepage: address,
      logoUrl: address,
      redirectUris: (value) => redirectUriError(value) ?? null,
      scopes: (value, { every }) => (every || value.length > 0 ? null : t('form.scopesMissing')),
    },
  });
}

interface ApplicationFormProps<C, T> {
  readonly initialValues: ApplicationValues;
  readonly save: Action<[change: C], T>;
  readonly changeOf: (values: ApplicationValues) => C;
  readonly submitLabel: string;
  /** Whether the application exists: its type cannot change, and there is nothing to save before a change. */
  readonly exists: boolean;
  readonly onSaved: (saved: T) => void;
  /** Returns whether the error is handled elsewhere. */
  readonly onError?: (error: ApiError) => boolean;
  readonly onCancel: () => void;
}

/** The form of an application. Errors of the API are shown at their fields, otherwise below them. */
export function ApplicationForm<C, T>({ initialValues, save, changeOf, exists, ...props }: ApplicationFormProps<C, T>) {
  const { submitLabel, onSaved, onError, onCancel } = props;
  const id = useId();
  const form = useApplicationForm(initialValues);
  const submit = async (values: ApplicationValues) => {
    const result = await save.run(changeOf(values));
    if (result.ok) return onSaved(result.value);
    if (onError?.(result.error)) return;
    form.setErrors(errorsByField(result.error));
    focusFirstError(id);
  };
  const shownAtFields = save.error && Object.keys(errorsByField(save.error)).length > 0;
  return (
    <ValidatedForm id={id} form={form} onSubmit={(values) => void submit(values)}>
      <Stack gap="lg">
        <ApplicationFields form={form} exists={exists} />
        {save.error && !shownAtFields && <ErrorState error={save.error} />}
        <DialogButtons onCancel={onCancel}>
          <Button type="submit" loading={save.pending} disabled={exists && !form.isDirty()}>
            {submitLabel}
          </Button>
        </DialogButtons>
      </Stack>
    </ValidatedForm>
  );
}

interface ApplicationFieldsProps {
  readonly form: UseFormReturnType<ApplicationValues>;
  readonly exists: boolean;
}

function ApplicationFields({ form, exists }: ApplicationFieldsProps) {
  const { t } = useTexts('applications');
  return (
    <>
      <TextInput
        data-autofocus
        label={t('form.name')}
        description={t('form.nameHint')}
        maxLength={80}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      {!exists && <TypeCards form={form} />}
      <RedirectUrisField
        value={form.values.redirectUris}
        error={form.errors['redirectUris']}
        onChange={(uris) => form.setFieldValue('redirectUris', uris)}
      />
      <TextInput
        label={t('form.homepage')}
        placeholder="https://"
        maxLength={500}
        autoComplete="off"
        {...form.getInputProps('homepage')}
      />
      <TextInput
        label={t('form.logoUrl')}
        description={t('form.logoHint')}
        placeholder="https://"
        maxLength={500}
        autoComplete="off"
        {...form.getInputProps('logoUrl')}
      />
      <Scopes form={form} />
    </>
  );
}

function TypeCards({ form }: Pick<ApplicationFieldsProps, 'form'>) {
  const { t } = useTexts('applications');
  const hints = { confidential: t('form.confidentialHint'), public: t('form.publicHint') };
  return (
    <Radio.Group
      label={t('form.type')}
      value={form.values.type}
      onChange={(chosen) =>
        form.setFieldValue('type', APPLICATION_TYPES.find((type) => type === chosen) ?? 'confidential')
      }
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt={6}>
        {APPLICATION_TYPES.map((type) => (
          <Radio.Card
            key={type}
            value={type}
            className="bh-radio-card"
            aria-labelledby={`type-${type}`}
            aria-describedby={`type-${type}-hint`}
          >
            <Group wrap="nowrap" align="flex-start" gap="sm">
              <Radio.Indicator size="xs" mt={3} />
              <div>
                <Text size="sm" fw={600} id={`type-${type}`}>
                  {t(`form.${type}`)}
                </Text>
                <Text size="xs" c="dimmed" id={`type-${type}-hint`}>
                  {hints[type]}
                </Text>
              </div>
            </Group>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}

/** The permissions that the application can request: every one, or the chosen ones. */
function Scopes({ form }: Pick<ApplicationFieldsProps, 'form'>) {
  const { t } = useTexts('applications');
  const { every, scopes } = form.values;
  return (
    <Fieldset variant="unstyled" legend={t('form.scopes')} className="st-fieldset">
      <Stack gap="sm">
        <Radio.Group
          aria-label={t('form.scopes')}
          value={every ? 'every' : 'only'}
          onChange={(chosen) => form.setFieldValue('every', chosen === 'every')}
        >
          <Stack gap="xs">
            <Radio value="only" label={t('form.scopesOnly')} />
            <Radio value="every" label={t('form.scopesEvery')} />
          </Stack>
        </Radio.Group>
        {form.errors['scopes'] && <Input.Error role="alert">{form.errors['scopes']}</Input.Error>}
        {!every && (
          <PermissionBoxes
            groups={permissionGroups(APPLICATION_PERMISSIONS)}
            chosen={scopes}
            refusedOf={() => undefined}
            onToggle={(permission, on) =>
              form.setFieldValue(
                'scopes',
                APPLICATION_PERMISSIONS.filter((each) => (each === permission ? on : scopes.includes(each))),
              )
            }
          />
        )}
      </Stack>
    </Fieldset>
  );
}
