import '../../shared/forms/forms.css';
import type { ClientView } from '@billhook/contract/invoicing/client';
import type { ActionResult } from '@billhook/ui/use-action';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusFirstError } from '../../shared/forms/focus-first-error.js';
import { FormFoot } from '../../shared/forms/form-foot.js';
import { RestoredNotice, useKeptInput } from '../../shared/forms/use-kept-input.js';
import { useUnsavedGuard } from '../../shared/forms/use-unsaved-guard.js';
import { ValidatedForm } from '../../shared/forms/validated-form.js';
import { useErrorsByPath } from '../../shared/workspace/use-error-texts.js';
import { ClientAddressSections } from './client-address-sections.js';
import { ClientBillingSections } from './client-billing-sections.js';
import { ClientContactSections } from './client-contact-sections.js';
import { ClientIdentitySection, ClientMainSection } from './client-identity-section.js';
import { hasFurtherValues, isFurtherField, updateBody, type ClientValues } from './client-values.js';
import { useClientLabels } from './use-client-labels.js';
import { useClientRules } from './use-client-rules.js';

type SaveClient = (values: ClientValues) => Promise<ActionResult<ClientView>>;

interface ClientFormProps {
  /** Identifies the client and its version, so that the input survives a reload. */
  readonly place: string;
  readonly initial: ClientValues;
  readonly submitLabel: string;
  readonly error: Error | undefined;
  readonly pending: boolean;
  /** Its errors are shown at their fields. */
  readonly onSubmit: SaveClient;
  readonly onSaved: (client: ClientView) => Promise<void>;
  readonly onCancel: () => void;
  readonly onReload?: () => void;
  /** Like `onSubmit`, with any version of the client. */
  readonly onOverwrite?: SaveClient;
  /** The stored client, which is compared with the present one if someone else has changed it. */
  readonly stored?: ClientView;
  /** Its latest version: higher than the stored one if someone else has changed it. */
  readonly latest?: number;
}

const FORM = 'client-form';

/** The form with all members of a client: the fields that most clients need, and the others if one of them is used. */
export function ClientForm(props: ClientFormProps) {
  const { t } = useTexts('clients');
  const errorsByPath = useErrorsByPath();
  const form = useForm<ClientValues>({ initialValues: props.initial, validate: useClientRules() });
  const { restored, keep } = useKeptInput<ClientValues>(props.place);
  const guard = useUnsavedGuard(form.isDirty(), () => keep(undefined));
  const { onOverwrite, stored, latest = stored?.version ?? 0 } = props;
  const labelOf = useClientLabels();

  const taken = useRef(false);
  useEffect(() => {
    if (restored && !taken.current) form.setValues({ ...props.initial, ...restored });
    else keep(form.isDirty() ? form.values : undefined);
    taken.current = true;
  });

  const [wanted, setWanted] = useState(false);
  const opened = useRef(false);
  const isOpen =
    wanted || opened.current || hasFurtherValues(form.values) || Object.keys(form.errors).some(isFurtherField);
  // A field that is cleared must not take the others with it.
  opened.current = isOpen;
  const further = useRef<HTMLDivElement>(null);
  const openFurther = () => {
    flushSync(() => setWanted(true));
    further.current?.querySelector('input')?.focus();
  };

  const submit = async (values: ClientValues, send = props.onSubmit) => {
    const result = await send(values);
    if (!result.ok) {
      form.setErrors(errorsByPath(result.error));
      return focusFirstError(FORM);
    }
    guard.release();
    keep(undefined);
    await props.onSaved(result.value);
  };

  return (
    <ValidatedForm
      id={FORM}
      form={form}
      onSubmit={(values) => void submit(values)}
      className="st-form"
      label={t('title')}
    >
      {restored && form.isDirty() && <RestoredNotice onDiscard={form.reset} />}
      <ClientMainSection form={form} />
      {isOpen ? (
        <div ref={further}>
          <ClientAddressSections form={form} />
          <ClientIdentitySection form={form} />
          <ClientContactSections form={form} />
          <ClientBillingSections form={form} />
        </div>
      ) : (
        <Group gap="sm" my="md">
          <Button
            variant="default"
            aria-expanded={false}
            rightSection={<IconChevronDown size={16} aria-hidden="true" />}
            onClick={openFurther}
          >
            {t('form.more')}
          </Button>
          <Text size="sm" c="dimmed">
            {t('form.moreHint')}
          </Text>
        </Group>
      )}
      <FormFoot
        errors={form.errors}
        error={props.error}
        outdated={stored && latest > stored.version && form.isDirty() && !props.pending}
        onReload={props.onReload}
        onOverwrite={onOverwrite && (() => void submit(form.values, onOverwrite))}
        conflict={
          stored && { resource: 'clients', base: stored, latest, mine: () => updateBody(form.values, stored), labelOf }
        }
      >
        <Button variant="default" onClick={props.onCancel}>
          {t('ui:cancel')}
        </Button>
        <Button type="submit" loading={props.pending}>
          {props.submitLabel}
        </Button>
      </FormFoot>
      {guard.question}
    </ValidatedForm>
  );
}
