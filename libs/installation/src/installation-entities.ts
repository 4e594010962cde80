import { ServedArchive } from './archives/served-archive.entity.js';
import { CompanyDeletion, DeletingCompany } from './company-deletions/company-deletion.entity.js';
import { CompanyExport, CompanyExportFile, CompanyExportPart } from './company-exports/company-export.entity.js';
import { Import, ImportPart, ImportRowKey } from './imports/import.entity.js';
import { SandboxAdvance } from './sandbox-clock/sandbox-advance.entity.js';
import { Snapshot, SnapshotPart } from './snapshots/snapshot.entity.js';

/** The tables of exports, imports, snapshots and deletions of companies, of the clocks of sandboxes, and of served archives. */
export const INSTALLATION_ENTITIES = [
  ...[CompanyDeletion, DeletingCompany, CompanyExport, CompanyExportFile, CompanyExportPart],
  ...[Import, ImportPart, ImportRowKey],
  ...[Snapshot, SnapshotPart],
  ...[ServedArchive, SandboxAdvance],
];
