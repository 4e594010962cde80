import { Navigate } from '@tanstack/react-router';
import { useHolds } from '../shared/session/signed-in.js';

/** Where the settings open: at the day's work, or at what everybody has. */
export function FirstPage() {
  const readsInvoices = useHolds('invoice.read');
  return <Navigate to={readsInvoices ? '/invoices' : '/api-keys'} replace />;
}
