import type { SeriesView } from '@billhook/contract/invoicing/series';
import { SERIES_KINDS } from '@billhook/domain/invoicing/series';
import { PageHeader } from '@billhook/ui/components/page-header';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useHolds } from '../../shared/session/signed-in.js';
import { RecordGate, Section } from '../../shared/workspace/detail.js';
import { NoPermission } from '../../shared/workspace/no-permission.js';
import { SeriesCard } from './series-card.js';
import { overlapOf } from './series-overlap.rules.js';
import { useSeries } from './series.queries.js';

const SeriesDialog = lazy(() => import('./series-dialog.js').then((file) => ({ default: file.SeriesDialog })));

/** The dialog is open for a new series, or for an existing one. */
type Editing = { readonly series: SeriesView | undefined; readonly used: boolean };

export function SeriesPage() {
  const { t } = useTexts('series');
  const sees = useHolds('invoice.read');
  const manages = useHolds('company.manage');
  const [editing, setEditing] = useState<Editing>();
  const close = () => setEditing(undefined);
  return (
    <>
      <PageHeader
        title={t('words:numbering')}
        lead={t('lead')}
        actions={
          sees &&
          manages && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing({ series: undefined, used: false })}>
              {t('create')}
            </Button>
          )
        }
      />
      {sees ? (
        <SeriesByKind onEdit={manages ? (series, used) => setEditing({ series, used }) : undefined} />
      ) : (
        <NoPermission title={t('forbidden')} permission="invoice.read" />
      )}
      <Suspense>
        {editing && (
          <SeriesDialog
            series={editing.series}
            used={editing.used}
            onClose={close}
            onSaved={({ code }) => {
              notify.done(t(editing.series ? 'form.updated' : 'form.created', { code }));
              close();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

type EditSeries = (series: SeriesView, used: boolean) => void;

function SeriesByKind({ onEdit }: { onEdit: EditSeries | undefined }) {
  const { t } = useTexts('series');
  return (
    <RecordGate query={useSeries()}>
      {({ data }) => (
        <Stack gap="lg">
          {SERIES_KINDS.map((kind) => (
            <Section key={kind} title={t(`kind.${kind}`)} flush>
              {data
                .filter((series) => series.kind === kind)
                .map((series) => (
                  <SeriesCard key={series.id} series={series} overlap={overlapOf(series, data)} onEdit={onEdit} />
                ))}
            </Section>
          ))}
        </Stack>
      )}
    </RecordGate>
  );
}
