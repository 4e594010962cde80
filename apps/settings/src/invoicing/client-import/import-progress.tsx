import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useAction } from '@billhook/ui/use-action';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Section } from '../../shared/workspace/detail.js';
import { useErrorTexts } from '../../shared/workspace/use-error-texts.js';
import {
  reasonOf,
  rejectedFile,
  rejectedLines,
  type FileDelimiter,
  type ImportResultLine,
  type RowError,
} from './client-file.js';
import { readResults, useCancelImport, useImport } from './client-import.queries.js';

/** Rejected rows on the page; the file has all of them. */
const SHOWN = 20;

interface ImportProgressProps {
  readonly id: number;
  /** The file on this page; absent after a reload. */
  readonly file: string | undefined;
  readonly delimiter: FileDelimiter | undefined;
  readonly headers: readonly string[] | undefined;
}

/** The progress of an import, and its rejected rows when it has ended. */
export function ImportProgress({ id, file, delimiter = 'semicolon', headers }: ImportProgressProps) {
  const { t } = useTexts('clientImport');
  const format = useFormat();
  const query = useImport(id);
  const cancel = useCancelImport(id);
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return null;
  const { status, dryRun, total, done, created, existing, rejected, failure } = query.data;
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100);
  const counts = {
    created: format.number(created),
    existing: format.number(existing),
    rejected: format.number(rejected),
  };
  return (
    <Section title={t(dryRun ? 'progress.checkTitle' : 'progress.title')}>
      <Stack gap="md">
        <Progress value={percent} aria-label={t('progress.label')} />
        <Text role="status" size="sm">
          {t('progress.done', { done: format.number(done), total: format.number(total) })}{' '}
          {status !== 'Running' && t(dryRun ? 'progress.checked' : 'progress.imported', counts)}
        </Text>
        {status === 'Cancelled' && <Text size="sm">{t('progress.cancelled')}</Text>}
        {failure && <Text size="sm">{t(`failures.${failure}`)}</Text>}
        {status === 'Running' && (
          <div>
            <Button variant="default" loading={cancel.pending} onClick={() => cancel.start([])}>
              {t('progress.cancel')}
            </Button>
          </div>
        )}
        {cancel.error && <ErrorState error={cancel.error} />}
        {status !== 'Running' && rejected > 0 && (
          <RejectedRows id={id} name={file ?? `import-${id}.csv`} delimiter={delimiter} headers={headers} />
        )}
      </Stack>
    </Section>
  );
}

interface RefusedRowsProps {
  readonly id: number;
  readonly name: string;
  readonly delimiter: FileDelimiter;
  readonly headers: readonly string[] | undefined;
}

function RejectedRows({ id, name, delimiter, headers }: RefusedRowsProps) {
  const { t } = useTexts('clientImport');
  const format = useFormat();
  const results = useQuery({
    queryKey: ['imports', id, 'rejected'],
    queryFn: async () => rejectedLines(await readResults(id)),
  });
  const words = useReasonTexts();
  const save = useAction(async () => {
    const lines = results.data ?? [];
    const named = [...new Set([...(headers ?? []), ...headersOf(lines)])];
    const text = rejectedFile(lines, named, delimiter, { reason: t('rejected.reason'), words });
    const href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
    Object.assign(document.createElement('a'), {
      href,
      download: t('rejected.fileName', { name: name.replace(/\.\w+$/, '') }),
    }).click();
    URL.revokeObjectURL(href);
    await Promise.resolve();
  });
  if (results.error) return <ErrorState error={results.error} onRetry={() => void results.refetch()} />;
  const lines = results.data;
  if (!lines) return null;
  const columns: Column<ImportResultLine>[] = [
    { key: 'row', header: t('rejected.row'), render: ({ row }) => format.number(row) },
    {
      key: 'reason',
      header: t('rejected.reason'),
      wide: true,
      render: (line) => <span className="bh-anywhere">{reasonOf(line, words)}</span>,
    },
  ];
  return (
    <Stack gap="sm">
      <Group>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          loading={save.pending}
          onClick={() => save.start([])}
        >
          {t('rejected.download')}
        </Button>
      </Group>
      <DataTable label={t('rejected.title')} columns={columns} rows={lines.slice(0, SHOWN)} rowKey={({ row }) => row} />
      {lines.length > SHOWN && (
        <Text size="xs" c="dimmed">
          {t('rejected.more', { shown: SHOWN, count: lines.length })}
        </Text>
      )}
    </Stack>
  );
}

/** All of them, because a row with too many cells has more than the headers. */
const headersOf = (lines: readonly ImportResultLine[]): string[] => {
  const headers = new Set(lines.flatMap(({ values }) => (typeof values === 'object' ? Object.keys(values) : [])));
  return headers.size > 0 ? [...headers] : ['row'];
};

/** The texts of the codes that only rows of a file have; those of forms otherwise. */
function useReasonTexts(): (error: RowError) => string {
  const { t } = useTexts('clientImport');
  const words = useErrorTexts();
  return (error) => {
    const known = (['required', 'row_repeated', 'row_unreadable'] as const).find((code) => code === error.code);
    return known ? t(`reasons.${known}`) : words(error);
  };
}
