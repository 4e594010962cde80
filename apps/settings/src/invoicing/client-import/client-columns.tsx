import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { DOT } from '@billhook/ui/dot';
import { useTexts } from '@billhook/ui/use-texts';
import { NativeSelect, Text } from '@mantine/core';
import type { FilePreview } from './client-file.js';
import { CLIENT_FIELDS } from './client-import-fields.js';

interface ClientColumnsProps {
  readonly preview: FilePreview;
  readonly columns: readonly string[];
  readonly onChange: (columns: readonly string[]) => void;
}

interface FileColumn {
  readonly index: number;
  readonly header: string;
  readonly values: readonly string[];
}

/** One row for each column of the file: its header, its first values, and the member that it fills. */
export function ClientColumns({ preview, columns, onChange }: ClientColumnsProps) {
  const { t } = useTexts('clientImport');
  const rows = preview.headers.map((header, index): FileColumn => ({
    index,
    header,
    values: preview.rows.map((row) => row[index] ?? '').filter((cell) => cell.trim() !== ''),
  }));
  const choose = (index: number, field: string) =>
    // A member has one column: the former one is left out.
    onChange(columns.map((one, n) => (n === index ? field : one === field ? '' : one)));
  const options = [
    { value: '', label: t('columns.none') },
    ...CLIENT_FIELDS.map((value) => ({ value, label: t(`fields.${value}`) })),
  ];
  const shown: Column<FileColumn>[] = [
    { key: 'header', header: t('columns.header'), wide: true, render: ({ header }) => header },
    {
      key: 'values',
      header: t('columns.values'),
      render: ({ values }) => (
        <Text size="sm" c="dimmed" lineClamp={2} className="bh-anywhere">
          {values.slice(0, 3).join(DOT) || '–'}
        </Text>
      ),
    },
    {
      key: 'field',
      header: t('columns.field'),
      render: ({ index, header }) => (
        <NativeSelect
          aria-label={t('columns.fieldOf', { header })}
          data={options}
          value={columns[index] ?? ''}
          onChange={({ currentTarget }) => choose(index, currentTarget.value)}
        />
      ),
    },
  ];
  return <DataTable label={t('columns.title')} columns={shown} rows={rows} rowKey={({ index }) => index} />;
}
