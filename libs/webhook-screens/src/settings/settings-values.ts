import type { UpdateWebhookEndpoint, WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import type { EventType } from '@billhook/domain/shared/event-types';
import type { ApiError } from '@billhook/ui/api-fetch';
import { urlErrorIn, urlErrorOf } from '../endpoints/url-error.js';
import { draftOf, filterOf, type FilterDraft } from './filter-draft.js';
import { parseSchedule, writeSchedule } from './retry-schedule.js';

export interface HeaderRow {
  readonly name: string;
  readonly value: string;
}

/** The settings of an endpoint as they are edited. */
export interface SettingsValues {
  readonly url: string;
  readonly description: string;
  readonly externalId: string;
  readonly eventTypes: readonly EventType[];
  readonly filter: FilterDraft;
  readonly payload: WebhookEndpointView['payload'];
  readonly ordering: WebhookEndpointView['ordering'];
  /** Null keeps the stored headers, whose values are never shown. */
  readonly headers: readonly HeaderRow[] | null;
  readonly ownSchedule: boolean;
  readonly schedule: string;
  readonly perSecond: string;
  readonly inFlight: string;
}

export type SettingsErrors = { readonly [Name in keyof SettingsValues]?: string | undefined };

/** What a custom schedule starts with: the default of an installation, in short. */
const FIRST_SCHEDULE = '0s 5s 5m 30m 2h 5h 10h';

export const valuesOf = (endpoint: WebhookEndpointView): SettingsValues => ({
  url: endpoint.url,
  description: endpoint.description ?? '',
  externalId: endpoint.externalId ?? '',
  eventTypes: endpoint.eventTypes,
  filter: draftOf(endpoint.filter),
  payload: endpoint.payload,
  ordering: endpoint.ordering,
  headers: null,
  ownSchedule: endpoint.schedule !== null,
  schedule: endpoint.schedule ? writeSchedule(endpoint.schedule) : FIRST_SCHEDULE,
  perSecond: endpoint.limits.perSecond === null ? '' : String(endpoint.limits.perSecond),
  inFlight: String(endpoint.limits.inFlight),
});

const isWhole = (text: string): boolean => /^\d+$/.test(text.trim());

/** The names of the fields that cannot be sent. The texts are the same as on the screen. */
export function brokenFields(values: SettingsValues): readonly (keyof SettingsValues)[] {
  const { eventTypes, filter, inFlight, ownSchedule, perSecond, schedule, url } = values;
  const parsed = parseSchedule(schedule);
  const checks: readonly (readonly [keyof SettingsValues, boolean])[] = [
    ['url', url.trim() === ''],
    ['eventTypes', eventTypes.length === 0],
    ['filter', !('filter' in filterOf(filter))],
    ['schedule', ownSchedule && ('wrong' in parsed || parsed.waits.length === 0)],
    ['perSecond', perSecond.trim() !== '' && !isWhole(perSecond)],
    ['inFlight', !isWhole(inFlight)],
  ];
  return checks.flatMap(([name, isBroken]) => (isBroken ? [name] : []));
}

/** The members that differ from the values at the start. The values have no broken field. */
export function patchOf(values: SettingsValues, before: SettingsValues): UpdateWebhookEndpoint {
  const changed = (name: keyof SettingsValues) => JSON.stringify(values[name]) !== JSON.stringify(before[name]);
  const filter = filterOf(values.filter);
  const parsed = parseSchedule(values.schedule);
  const limits = {
    ...(changed('perSecond') && { perSecond: values.perSecond.trim() === '' ? null : Number(values.perSecond) }),
    ...(changed('inFlight') && { inFlight: Number(values.inFlight) }),
  };
  return {
    ...(changed('url') && { url: values.url.trim() }),
    ...(changed('description') && { description: values.description.trim() || null }),
    ...(changed('externalId') && { externalId: values.externalId.trim() || null }),
    ...(changed('eventTypes') && { eventTypes: [...values.eventTypes] }),
    ...(changed('filter') && 'filter' in filter && { filter: filter.filter }),
    ...(changed('payload') && { payload: values.payload }),
    ...(changed('ordering') && { ordering: values.ordering }),
    ...(values.headers && {
      headers: Object.fromEntries(values.headers.map(({ name, value }) => [name.trim(), value])),
    }),
    ...((changed('ownSchedule') || changed('schedule')) && {
      schedule: values.ownSchedule && 'waits' in parsed ? [...parsed.waits] : null,
    }),
    ...(Object.keys(limits).length > 0 && { limits }),
  };
}

/** Whether anything would be saved. */
export const isEdited = (values: SettingsValues, before: SettingsValues): boolean =>
  JSON.stringify(values) !== JSON.stringify(before);

const FIELDS: Readonly<Record<string, keyof SettingsValues>> = {
  url: 'url',
  description: 'description',
  externalId: 'externalId',
  eventTypes: 'eventTypes',
  filter: 'filter',
  payload: 'payload',
  ordering: 'ordering',
  headers: 'headers',
  schedule: 'schedule',
  'limits/perSecond': 'perSecond',
  'limits/inFlight': 'inFlight',
};

/** The errors of the API at their fields, each with its place inside the field. Empty if an error has no field. */
export function errorsOf(error: ApiError, language: string): SettingsErrors {
  const url = urlErrorOf(error);
  const errors: Partial<Record<keyof SettingsValues, string>> = {};
  for (const { pointer = '', message } of error.errors) {
    const [first = '', second = '', ...rest] = pointer.split('/').slice(1);
    const field = FIELDS[`${first}/${second}`] ?? FIELDS[first];
    if (!field) continue;
    const place = field in FIELDS ? [second, ...rest].filter(Boolean).join('/') : '';
    errors[field] ??= place ? `${place}: ${message}` : message;
  }
  return { ...errors, ...(url !== undefined && { url: urlErrorIn(language, url) }) };
}

/** The part of the form that a group of settings needs. */
export interface SettingsGroupProps {
  readonly endpoint: WebhookEndpointView;
  readonly values: SettingsValues;
  readonly errors: SettingsErrors;
  readonly onChange: (change: Partial<SettingsValues>) => void;
}
