import { apiFetch, query } from '@billhook/ui/api-fetch';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { PageLink } from './links.js';

/** The records that can be deleted without a trace on their pages. A deleted payment can still be read. */
const LISTS = ['clients', 'quotes', 'invoices'] as const;

interface ChangedRecord {
  readonly id: number;
  readonly deletedAt?: string;
}

interface DeletedRecord {
  readonly id?: number;
  /** When the version on screen was written. */
  readonly updatedAt?: string;
}

/** When the record of a page was deleted. The API does not say by whom. */
function useDeletedAt(resource: (typeof LISTS)[number] | undefined, { id, updatedAt }: DeletedRecord) {
  const { data } = useQuery({
    queryKey: ['deleted', resource, id],
    queryFn: async ({ signal }) => {
      const path = `/app/${resource}${query({ updatedSince: updatedAt, limit: 100 })}`;
      const changed = await apiFetch<{ readonly data: readonly ChangedRecord[] }>(path, { signal });
      return changed.data.find((each) => each.id === id)?.deletedAt ?? null;
    },
    enabled: resource !== undefined && updatedAt !== undefined,
  });
  return data;
}

/** Above the page of a record that someone has deleted. What the page shows stays, and so does unsaved input. */
export function DeletedNotice({ record }: { record: DeletedRecord }) {
  const { t } = useTexts('conflict');
  const format = useFormat();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const resource = LISTS.find((each) => path.startsWith(`/${each}/`));
  const deletedAt = useDeletedAt(resource, record);
  return (
    <Alert role="alert" color="yellow" icon={<IconTrash size={20} />} title={t('deleted.title')} mb="lg">
      <Text size="sm">{deletedAt ? t('deleted.bodyAt', { at: format.dateTime(deletedAt) }) : t('deleted.body')}</Text>
      {resource && <PageLink to={`/${resource}`}>{t('deleted.back')}</PageLink>}
    </Alert>
  );
}
