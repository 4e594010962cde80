import { ownRows, type CompanyRows } from '@billhook/db/company-rows';

/** The rows of a company in the tables of exports, imports, snapshots and advances of the clock, in the order in which they can be deleted. */
export const INSTALLATION_COMPANY_ROWS: readonly CompanyRows[] = [
  ownRows('company_export_parts'),
  ownRows('company_export_files'),
  ownRows('company_exports'),
  ownRows('snapshot_parts'),
  ownRows('snapshots'),
  ownRows('import_row_keys'),
  ownRows('import_parts'),
  ownRows('imports'),
  ownRows('sandbox_advances'),
];
