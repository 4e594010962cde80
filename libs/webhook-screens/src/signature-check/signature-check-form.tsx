import { ErrorState } from '@billhook/ui/components/error-state';
import { DOT } from '@billhook/ui/dot';
import { useAction } from '@billhook/ui/use-action';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconStethoscope } from '@tabler/icons-react';
import { useState, type SyntheticEvent } from 'react';
import { useDeliveries } from '../deliveries/deliveries.queries.js';
import { pastedRequest } from './pasted-request.js';
import {
  isInstant,
  NO_VALUES,
  valuesOfDelivery,
  withPasted,
  type SignatureCheckValues,
} from './signature-check-values.js';
import { readDelivery } from './signature-check.queries.js';

interface SignatureCheckFormProps {
  readonly endpointId: number;
  readonly pending: boolean;
  /** Called when a value changes: an earlier diagnosis no longer applies. */
  readonly onChange: () => void;
  readonly onSubmit: (values: SignatureCheckValues) => void;
}

const MONO = { input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } };

/** A request that a receiver rejected: pasted, filled in from a delivery, or typed. */
export function SignatureCheckForm({ endpointId, pending, onChange, onSubmit }: SignatureCheckFormProps) {
  const { t } = useTexts('portal');
  const [values, setValues] = useState(NO_VALUES);
  const [pasted, setPasted] = useState('');
  const [isChecked, setChecked] = useState(false);
  const change = (next: SignatureCheckValues) => {
    setValues(next);
    onChange();
  };
  const field = (name: keyof SignatureCheckValues) => ({
    value: values[name],
    spellCheck: false,
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ ...values, [name]: currentTarget.value }),
  });
  const found = pastedRequest(pasted);
  const isLost = pasted.trim() !== '' && Object.keys(found).length === 0;
  const errors = {
    body: values.body === '' ? t('signatureCheck.bodyMissing') : undefined,
    receivedAt: isInstant(values.receivedAt) ? undefined : t('signatureCheck.receivedAtInvalid'),
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!errors.body && !errors.receivedAt) onSubmit(values);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <DeliveryChoice endpointId={endpointId} onChosen={change} />
        <Textarea
          label={t('words.request')}
          description={t('signatureCheck.pasteHint')}
          error={isLost && t('signatureCheck.nothingFound')}
          rows={4}
          spellCheck={false}
          styles={MONO}
          value={pasted}
          onChange={({ currentTarget: { value } }) => {
            setPasted(value);
            change(withPasted(values, pastedRequest(value)));
          }}
        />
        <TextInput label={t('signatureCheck.id')} styles={MONO} {...field('id')} />
        <TextInput label={t('signatureCheck.timestamp')} styles={MONO} {...field('timestamp')} />
        <TextInput label={t('signatureCheck.signature')} styles={MONO} {...field('signature')} />
        <Textarea
          label={t('signatureCheck.body')}
          description={t('signatureCheck.bodyHint')}
          error={isChecked && errors.body}
          rows={6}
          styles={MONO}
          {...field('body')}
        />
        <TextInput
          label={t('signatureCheck.computed')}
          description={t('signatureCheck.computedHint')}
          styles={MONO}
          {...field('computed')}
        />
        <TextInput
          label={t('signatureCheck.receivedAt')}
          description={t('signatureCheck.receivedAtHint')}
          error={isChecked && errors.receivedAt}
          styles={MONO}
          {...field('receivedAt')}
        />
        <div>
          <Button type="submit" loading={pending} leftSection={<IconStethoscope size={16} />}>
            {t('signatureCheck.submit')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** Fills in the exact request of a recent delivery. */
function DeliveryChoice({
  endpointId,
  onChosen,
}: {
  endpointId: number;
  onChosen: (values: SignatureCheckValues) => void;
}) {
  const { t } = useTexts('portal');
  const format = useFormat();
  const deliveries = useDeliveries({ endpointId });
  const read = useAction(readDelivery);
  const [chosen, setChosen] = useState('');
  const rows = (deliveries.data?.pages[0]?.data ?? []).filter(({ attemptCount }) => attemptCount > 0);
  if (rows.length === 0) return null;
  return (
    <>
      <NativeSelect
        label={t('signatureCheck.delivery')}
        value={chosen}
        disabled={read.pending}
        data={[
          { value: '', label: t('signatureCheck.noDelivery') },
          ...rows.map(({ id, eventType, status, createdAt }) => ({
            value: String(id),
            label: `${eventType}${DOT}${t(`delivery.${status}`)}${DOT}${format.dateTime(createdAt)}`,
          })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          setChosen(value);
          if (value !== '')
            read.start([Number(value)], { onSuccess: (delivery) => onChosen(valuesOfDelivery(delivery)) });
        }}
      />
      {read.error && <ErrorState error={read.error} />}
      {read.pending && (
        <Text size="sm" role="status">
          {t('ui:loading')}
        </Text>
      )}
    </>
  );
}
