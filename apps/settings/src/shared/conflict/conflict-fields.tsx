import './conflict.css';
import { apiFetch } from '@billhook/ui/api-fetch';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ClientName } from '../workspace/client-name.js';
import { recordPath } from '../workspace/records.js';
import { conflictRows, type Conflict } from './conflict-rows.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The fields in which the input and the present record differ, side by side. */
export function ConflictFields({ resource, base, latest, mine, labelOf }: Conflict) {
  const { t } = useTexts('conflict');
  const id = useId();
  const format = useFormat();
  const present = useQuery({
    queryKey: ['conflict', resource, base.id, latest],
    queryFn: ({ signal }) => apiFetch<Record<string, unknown>>(recordPath(resource, base.id), { signal }),
    // Each rejected save shows the record of its time.
    staleTime: 0,
    gcTime: 0,
  });
  if (!present.data) return null;
  const parts = { base: { ...base }, mine: { ...mine() }, theirs: present.data };
  const rows = conflictRows(parts, (name) => labelOf(`/${name}`) !== undefined);
  if (rows.length === 0) return null;

  const textOf = (value: unknown): string => {
    if (value === null || value === undefined) return '';
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (typeof value === 'string') return DAY.test(value) ? format.day(value) : value;
    if (Array.isArray(value)) return value.map(textOf).join('\n');
    if (typeof value !== 'object') return JSON.stringify(value);
    const { name, quantity, unitPrice } = value as Record<string, unknown>;
    if (quantity !== undefined) return `${textOf(name)}: ${textOf(quantity)} × ${textOf(unitPrice)}`;
    return Object.values(value).map(textOf).filter(Boolean).join(', ');
  };
  const shown = (name: string, value: unknown) =>
    name === 'clientId' && typeof value === 'number' ? <ClientName id={value} /> : textOf(value) || t('none');

  return (
    <div role="region" aria-labelledby={id} tabIndex={0} className="conflict">
      <table>
        <caption id={id}>{t('title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('mine')}</th>
            <th scope="col">{t('theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, mine: own, theirs }) => (
            <tr key={name}>
              <th scope="row">{labelOf(`/${name}`)}</th>
              <td>{own ? shown(name, own.value) : <em>{t('kept')}</em>}</td>
              <td>{shown(name, theirs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="sm" mt="xs">
        {t('hint')}
      </Text>
    </div>
  );
}
