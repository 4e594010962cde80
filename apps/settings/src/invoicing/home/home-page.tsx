import './home.css';
import { PageHeader } from '@billhook/ui/components/page-header';
import { useTexts } from '@billhook/ui/use-texts';
import { IconPlus } from '@tabler/icons-react';
import { Navigate } from '@tanstack/react-router';
import { useHolds } from '../../shared/session/signed-in.js';
import { PageButton } from '../../shared/workspace/links.js';
import { Money } from './money.js';
import { NewCompany } from './new-company.js';
import { TaskList } from './task-list.js';

/** The first page of the settings: what waits, and the money. Members who may not read invoices begin with their keys. */
export function HomePage() {
  return useHolds('invoice.read') ? <Home /> : <Navigate to="/api-keys" replace />;
}

function Home() {
  const { t } = useTexts('home');
  const mayWrite = useHolds('invoice.write');
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          mayWrite && (
            <PageButton to="/invoices/new" leftSection={<IconPlus size={16} aria-hidden="true" />}>
              {t('words:newInvoice')}
            </PageButton>
          )
        }
      />
      <NewCompany />
      <div className="hm-grid">
        <TaskList />
        <Money />
      </div>
    </>
  );
}
