import { ErrorState } from '@billhook/ui/components/error-state';
import { useAction } from '@billhook/ui/use-action';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconStethoscope } from '@tabler/icons-react';
import { useState, type SyntheticEvent } from 'react';
import { useDeliveries } from '../deliveries/deliveries.queries.js';
import { isInstant, NO_VALUES, valuesOfDelivery, withPasted, type DoctorValues } from './doctor-values.js';
import { readDelivery } from './doctor.queries.js';
import { pastedRequest } from './pasted-request.js';

interface DoctorFormProps {
  readonly endpointId: number;
  readonly pending: boolean;
  /** Called when a value changes: an earlier diagnosis no longer applies. */
  readonly onChange: () => void;
  readonly onSubmit: (values: DoctorValues) => void;
}

const MONO = { input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } };

/** A request that a receiver rejected: pasted, filled in from a delivery, or typed. */
export function DoctorForm({ endpointId, pending, onChange, onSubmit }: DoctorFormProps) {
  const { t } = useTexts('portal');
  const [values, setValues] = useState(NO_VALUES);
  const [pasted, setPasted] = useState('');
  const [isChecked, setChecked] = useState(false);
  const change = (next: DoctorValues) => {
    setValues(next);
    onChange();
  };
  const field = (name: keyof DoctorValues) => ({
    value: values[name],
    spellCheck: false,
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ ...values, [name]: currentTarget.value }),
  });
  const found = pastedRequest(pasted);
  const isLost = pasted.trim() !== '' && Object.keys(found).length === 0;
  const errors = {
    body: values.body === '' ? t('doctor.bodyMissing') : undefined,
    receivedAt: isInstant(values.receivedAt) ? undefined : t('doctor.receivedAtInvalid'),
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
          label={t('doctor.paste')}
          description={t('doctor.pasteHint')}
          error={isLost && t('doctor.nothingFound')}
          rows={4}
          spellCheck={false}
          styles={MONO}
          value={pasted}
          onChange={({ currentTarget: { value } }) => {
            setPasted(value);
            change(withPasted(values, pastedRequest(value)));
          }}
        />
        <TextInput label={t('doctor.id')} styles={MONO} {...field('id')} />
        <TextInput label={t('doctor.timestamp')} styles={MONO} {...field('timestamp')} />
        <TextInput label={t('doctor.signature')} styles={MONO} {...field('signature')} />
        <Textarea
          label={t('doctor.body')}
          description={t('doctor.bodyHint')}
          error={isChecked && errors.body}
          rows={6}
          styles={MONO}
          {...field('body')}
        />
        <TextInput
          label={t('doctor.computed')}
          description={t('doctor.computedHint')}
          styles={MONO}
          {...field('computed')}
        />
        <TextInput
          label={t('doctor.receivedAt')}
          description={t('doctor.receivedAtHint')}
          error={isChecked && errors.receivedAt}
          styles={MONO}
          {...field('receivedAt')}
        />
        <div>
          <Button type="submit" loading={pending} leftSection={<IconStethoscope size={16} />}>
            {t('doctor.submit')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** Fills in the exact request of a recent delivery. */
function DeliveryChoice({ endpointId, onChosen }: { endpointId: number; onChosen: (values: DoctorValues) => void }) {
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
        label={t('doctor.delivery')}
        value={chosen}
        disabled={read.pending}
        data={[
          { value: '', label: t('doctor.noDelivery') },
          ...rows.map(({ id, eventType, status, createdAt }) => ({
            value: String(id),
            label: `${eventType} · ${t(`delivery.${status}`)} · ${format.dateTime(createdAt)}`,
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
          {t('loading', { ns: 'ui' })}
        </Text>
      )}
    </>
  );
}
