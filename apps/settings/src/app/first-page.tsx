import { Navigate } from '@tanstack/react-router';
import { useHolds } from '../shared/session/signed-in.js';

/** The first page of the settings: the workspace, or what every member can open. */
export function FirstPage() {
  const readsInvoices = useHolds('invoice.read');
  return <Navigate to={readsInvoices ? '/invoices' : '/api-keys'} replace />;
}
