import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { useTexts } from '@billhook/ui/use-texts';
import { Button } from '@mantine/core';
import { useState } from 'react';

/** The number of rows that fit on a screen. */
const SHOWN = 10;

interface LongTableProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
}

/** A table that shows its first rows, and the others on request. */
export function LongTable<T>({ rows, ...table }: LongTableProps<T>) {
  const { t } = useTexts('workspace');
  const [all, setAll] = useState(false);
  return (
    <>
      <DataTable {...table} rows={all ? rows : rows.slice(0, SHOWN)} />
      {!all && rows.length > SHOWN && (
        <div className="bh-pad">
          <Button variant="default" size="xs" onClick={() => setAll(true)}>
            {t('detail.showAll')}
          </Button>
        </div>
      )}
    </>
  );
}
