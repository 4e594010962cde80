import { ATTEMPT_ERROR_KINDS } from '@billhook/contract/webhooks/attempt-error-kinds';
import { ATTEMPT_ERROR_LABELS } from '@billhook/contract/webhooks/attempt-error-labels';
import { EVENT_TYPES } from '@billhook/domain/shared/event-types';
import { DateField } from '@billhook/ui/components/date-field';
import { inLanguage } from '@billhook/ui/domain-texts';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { Button, NativeSelect, NumberInput } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconFilterOff, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useEndpoints } from '../endpoints/endpoints.queries.js';
import { dayBefore, dayOf, endOfDay, startOfDay } from '../frame/local-day.js';
import {
  DELIVERY_STATUSES,
  deliverySearch,
  PERIOD_NAMES,
  RESOURCES,
  STATUS_CLASSES,
  type DeliverySearch,
} from './delivery-search.js';

export type DeliverySearchChange = { readonly [K in keyof DeliverySearch]?: DeliverySearch[K] | undefined };

interface DeliveryFiltersProps {
  readonly search: DeliverySearch;
  /** Whether the page is of one endpoint. */
  readonly fixedEndpoint: boolean;
  readonly onChange: (change: DeliverySearchChange) => void;
}

/** What narrows the log down. The rarer filters open on request, or if one is set. */
export function DeliveryFilters({ search, fixedEndpoint, onChange }: DeliveryFiltersProps) {
  const { t } = useTexts('portal');
  const { error, response, resource, record, since, until } = search;
  const set = [error, response, resource, record, since, until].filter((value) => value !== undefined).length;
  const [isOpen, setOpen] = useState(set > 0);
  return (
    <search className="pt-filters">
      {!fixedEndpoint && <EndpointFilter search={search} onChange={onChange} />}
      <Choice
        label={t('words.status')}
        any={t('log.anyStatus')}
        value={search.status}
        options={DELIVERY_STATUSES.map((value) => ({ value, label: t(`delivery.${value}`) }))}
        onChange={(status) => onChange(deliveryChange('status', status))}
      />
      <Choice
        label={t('filters.type')}
        any={t('filters.anyType')}
        value={search.type}
        options={EVENT_TYPES.map((value) => ({ value, label: value }))}
        onChange={(type) => onChange(deliveryChange('type', type))}
      />
      <Choice
        label={t('filters.period')}
        any={t('filters.anyPeriod')}
        value={search.period}
        options={PERIOD_NAMES.map((value) => ({ value, label: t(`filters.periods.${value}`) }))}
        onChange={(period) => onChange({ since: undefined, until: undefined, ...deliveryChange('period', period) })}
      />
      <div>
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {set > 0 && !isOpen ? t('filters.moreSet', { count: set }) : t('filters.more')}
        </Button>
      </div>
      {isOpen && <RarerFilters search={search} onChange={onChange} />}
    </search>
  );
}

/** Reads the text of a control as the address would: an unknown value clears the filter. */
function deliveryChange(name: keyof DeliverySearch, value: string | number): DeliverySearchChange {
  return { [name]: deliverySearch({ [name]: value })[name] };
}

interface FilterChipsProps {
  readonly search: DeliverySearch;
  readonly isFiltered: boolean;
  readonly onChange: (change: DeliverySearchChange) => void;
  readonly onClear: () => void;
}

/** The filter on an event, which has no field, and a button that clears all filters. */
export function FilterChips({ search, isFiltered, onChange, onClear }: FilterChipsProps) {
  const { t } = useTexts('portal');
  const { event } = search;
  return (
    <>
      {event && (
        <Button
          size="compact-sm"
          variant="light"
          rightSection={<IconX size={14} aria-hidden="true" />}
          aria-label={t('filters.anyEvent', { event })}
          onClick={() => onChange({ event: undefined })}
        >
          {t('filters.event', { event })}
        </Button>
      )}
      {isFiltered && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconFilterOff size={14} />}
          onClick={onClear}
        >
          {t('filters.clear')}
        </Button>
      )}
    </>
  );
}

type FilterPartProps = Pick<DeliveryFiltersProps, 'search' | 'onChange'>;

function EndpointFilter({ search, onChange }: FilterPartProps) {
  const { t } = useTexts('portal');
  const endpoints = useEndpoints();
  const known = endpoints.data?.pages.flatMap((page) => page.data) ?? [];
  // A deleted endpoint is in no list, but its deliveries are.
  const isOther = search.endpoint !== undefined && !known.some(({ id }) => id === search.endpoint);
  return (
    <Choice
      label={t('words.endpoint')}
      any={t('words.allEndpoints')}
      value={search.endpoint === undefined ? undefined : String(search.endpoint)}
      options={[
        ...known.map(({ id, url }) => ({ value: String(id), label: url })),
        ...(isOther
          ? [{ value: String(search.endpoint), label: t('filters.otherEndpoint', { id: search.endpoint }) }]
          : []),
      ]}
      onChange={(endpoint) => onChange(deliveryChange('endpoint', endpoint))}
    />
  );
}

function RarerFilters({ search, onChange }: FilterPartProps) {
  const { t } = useTexts('portal');
  const language = useLanguage();
  const { response } = search;
  return (
    <div className="pt-filters-more">
      <Choice
        label={t('filters.error')}
        any={t('filters.anyError')}
        value={search.error}
        options={ATTEMPT_ERROR_KINDS.map((value) => ({
          value,
          label: inLanguage(ATTEMPT_ERROR_LABELS[value], language),
        }))}
        onChange={(error) => onChange(deliveryChange('error', error))}
      />
      <Choice
        label={t('filters.response')}
        any={t('filters.anyResponse')}
        value={response === undefined ? undefined : String(response)}
        options={[
          ...STATUS_CLASSES.map((value) => ({ value, label: value === 'none' ? t('filters.noResponse') : value })),
          ...[
            ...COMMON_STATUSES,
            ...(typeof response === 'number' && !COMMON_STATUSES.includes(response) ? [response] : []),
          ].map((status) => ({ value: String(status), label: String(status) })),
        ]}
        onChange={(value) => onChange(deliveryChange('response', value))}
      />
      <Choice
        label={t('filters.resource')}
        any={t('filters.anyResource')}
        value={search.resource}
        options={RESOURCES.map((value) => ({ value, label: t(`filters.resources.${value}`) }))}
        onChange={(resource) => onChange(deliveryChange('resource', resource))}
      />
      <NumberInput
        label={t('filters.record')}
        value={search.record ?? ''}
        min={1}
        allowDecimal={false}
        hideControls
        onChange={(record) => onChange(deliveryChange('record', record))}
      />
      <DayField name="since" search={search} onChange={onChange} />
      <DayField name="until" search={search} onChange={onChange} />
    </div>
  );
}

/** What receivers send most. Others can be in the address. */
const COMMON_STATUSES: readonly number[] = [200, 201, 202, 204, 400, 401, 403, 404, 405, 410, 429, 500, 502, 503, 504];

/** The first and the last day, in the reader's time zone; instants in the address. */
const DAYS = {
  since: { dayOf, instantOf: startOfDay },
  until: { dayOf: dayBefore, instantOf: endOfDay },
} as const;

/** Text that is not a date stays in the field and clears nothing. */
function DayField({ name, search, onChange }: FilterPartProps & { readonly name: keyof typeof DAYS }) {
  const { t } = useTexts('portal');
  const day = DAYS[name].dayOf(search[name]);
  const [typed, setTyped] = useState<string>();
  return (
    <DateField
      label={t(`filters.${name}`)}
      value={typed ?? day}
      onChange={(date) => {
        const instant = DAYS[name].instantOf(date);
        setTyped(instant || date === '' ? undefined : date);
        if (instant || date === '') onChange({ period: undefined, ...deliveryChange(name, instant ?? '') });
      }}
    />
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly any: string;
  readonly value: string | undefined;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** One of some, or all. */
function Choice({ label, any, value, options, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      data={[{ value: '', label: any }, ...options]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
