import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import type { EventType } from '@billhook/domain/shared/event-types';
import type { RunKind } from '@billhook/domain/webhooks/run';
import { asApiError } from '@billhook/ui/api-fetch';
import { DateField } from '@billhook/ui/components/date-field';
import { ErrorState } from '@billhook/ui/components/error-state';
import { LoadingLine } from '@billhook/ui/components/loading';
import { notify } from '@billhook/ui/notify';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Checkbox, Group, NativeSelect, Radio, Stack, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { startOfDay } from '../frame/local-day.js';
import { endOfRun, RUN_PERIODS, type RunPeriod } from './run-period.js';
import { useLastRun, useRunCount, useStartRun, type RunChoice } from './runs.queries.js';

const KINDS = ['RecoverFailed', 'ReplayMissing'] as const satisfies readonly RunKind[];
const PERIODS = [...(Object.keys(RUN_PERIODS) as (keyof typeof RUN_PERIODS)[]), 'own'] as const;

/** Chooses the messages of a run, shows their number, and starts it. */
export function RunForm({ endpoint }: { readonly endpoint: WebhookEndpointView }) {
  const { t } = useTexts('portal');
  const [kind, setKind] = useState<RunKind>('RecoverFailed');
  const [period, setPeriod] = useState<RunPeriod>('week');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [types, setTypes] = useState<readonly EventType[]>();
  const starting = useStartRun(endpoint.id);
  const isDisabled = endpoint.status === 'Disabled';
  const since = period === 'own' ? startOfDay(from) : RUN_PERIODS[period];
  const choice: RunChoice | undefined =
    isDisabled || since === undefined || types?.length === 0
      ? undefined
      : {
          ...{ kind, since },
          ...(period === 'own' && { until: endOfRun(to) }),
          ...(types && { eventTypes: [...types] }),
        };
  const lastRun = useLastRun(endpoint.id, kind);
  const isUnderWay = lastRun?.isOpen ?? false;
  const count = useRunCount(endpoint.id, lastRun && !isUnderWay ? choice : undefined, lastRun?.state);
  const total = choice && !isUnderWay ? count.data?.total : undefined;
  const start = () => {
    if (choice) starting.start([choice], { onSuccess: () => notify.done(t('recover.started')) });
  };
  return (
    <section className="bh-panel pt-section" aria-labelledby="recover-title">
      <Stack gap="md">
        <div>
          <Title order={2} id="recover-title">
            {t('recover.title')}
          </Title>
          <Text size="sm" c="dimmed" mt={4} maw={680}>
            {t('recover.lead')}
          </Text>
        </div>
        <Radio.Group
          label={t('recover.kind')}
          value={kind}
          onChange={(value) => setKind(KINDS.find((known) => known === value) ?? 'RecoverFailed')}
        >
          <Stack gap="xs" mt="xs">
            {KINDS.map((each) => (
              <Radio
                key={each}
                value={each}
                label={t(`recover.kinds.${each}`)}
                description={t(`recover.kindNotes.${each}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Group gap="sm" align="flex-start">
          <NativeSelect
            label={t('recover.since')}
            value={period}
            onChange={(event) => setPeriod(PERIODS.find((known) => known === event.currentTarget.value) ?? 'week')}
            data={PERIODS.map((value) => ({ value, label: t(`recover.periods.${value}`) }))}
          />
          {period === 'own' && (
            <>
              <DateField
                label={t('recover.from')}
                value={from}
                error={since === undefined && t('recover.fromMissing')}
                onChange={setFrom}
              />
              <DateField label={t('recover.to')} value={to} onChange={setTo} />
            </>
          )}
        </Group>
        <RunTypes offered={endpoint.eventTypes} value={types} onChange={setTypes} />
        <div role="status">
          {isDisabled ? (
            <Text size="sm">{t('recover.disabled')}</Text>
          ) : isUnderWay ? (
            <Text size="sm">{t('recover.underWay')}</Text>
          ) : (
            choice && <RunCount total={total} error={count.error} {...{ kind, waiting: endpoint.deliveries.waiting }} />
          )}
        </div>
        {starting.error && <ErrorState error={starting.error} />}
        <Group>
          <Button
            leftSection={<IconRefresh size={16} aria-hidden="true" />}
            loading={starting.pending}
            disabled={!choice || count.isError || total === 0 || total === undefined}
            onClick={start}
          >
            {t(kind === 'RecoverFailed' ? 'recover.startFailed' : 'recover.startMissing')}
          </Button>
        </Group>
      </Stack>
    </section>
  );
}

interface RunCountProps {
  readonly kind: RunKind;
  readonly total: number | null | undefined;
  readonly error: Error | null;
  /** Messages that wait for their next attempt, which no run sends. */
  readonly waiting: number;
}

/** The number of messages of the choice, or why it cannot be counted. */
function RunCount({ kind, total, error, waiting }: RunCountProps) {
  const { t } = useTexts('portal');
  const format = useFormat();
  if (error) {
    if (asApiError(error).code === 'run_under_way') return <Text size="sm">{t('recover.underWay')}</Text>;
    const [fieldError] = asApiError(error).errors;
    return <ErrorState error={error} {...(fieldError && { words: fieldError.message })} />;
  }
  if (total === undefined) {
    return <LoadingLine text={t('recover.counting')} />;
  }
  if (total === null) return <Text size="sm">{t('recover.countUnknown')}</Text>;
  if (total === 0) {
    const rest = kind === 'RecoverFailed' && waiting > 0 ? ` ${t('recover.stillWaiting', { count: waiting })}` : '';
    return (
      <Text size="sm">
        {t(`recover.countNone.${kind}`)}
        {rest}
      </Text>
    );
  }
  return (
    <Text size="sm" fw={600}>
      {t('recover.count', { count: total, number: format.number(total) })}
    </Text>
  );
}

interface RunTypesProps {
  readonly offered: readonly EventType[];
  /** Undefined for all. */
  readonly value: readonly EventType[] | undefined;
  readonly onChange: (types: readonly EventType[] | undefined) => void;
}

function RunTypes({ offered, value, onChange }: RunTypesProps) {
  const { t } = useTexts('portal');
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t('recover.typesLabel')}
        value={value ? 'some' : 'all'}
        onChange={(choice) => onChange(choice === 'all' ? undefined : [...offered])}
      >
        <Group gap="lg" mt="xs">
          <Radio value="all" label={t('recover.typesAll')} />
          <Radio value="some" label={t('recover.typesSome')} />
        </Group>
      </Radio.Group>
      {value && (
        <Checkbox.Group
          aria-label={t('recover.typesLabel')}
          error={value.length === 0 && t('recover.typesMissing')}
          value={[...value]}
          onChange={(chosen) => onChange(offered.filter((type) => chosen.includes(type)))}
        >
          <div className="pt-run-types">
            {offered.map((type) => (
              <Checkbox key={type} value={type} label={type} />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </Stack>
  );
}
