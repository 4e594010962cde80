import type { Statement } from '@billhook/db/statement';
import type { RecordName } from '@billhook/domain/shared/resources';

interface ChangedRecord {
  readonly companyId: number;
  readonly data: { readonly id: number; readonly version: number };
}

interface ChangedVersion extends ChangedRecord {
  readonly resource: RecordName;
  readonly at: Date;
  readonly deleted: boolean;
}

/** The entry of a version in the log of changes, which is part of the statement that writes it. */
export const changeEntry = ({ companyId, resource, data, at, deleted }: ChangedVersion): Statement => ({
  name: 'change_add',
  text: 'INSERT INTO record_changes (company_id, resource, record_id, version, deleted, at) VALUES ($1, $2, $3, $4, $5, $6)',
  values: [companyId, resource, data.id, data.version, deleted, at],
});

/** The entries of several new records. */
export const newChangeEntries = (resource: RecordName, records: readonly ChangedRecord[], at: Date): Statement => ({
  name: 'change_add_new',
  text: `INSERT INTO record_changes (company_id, resource, record_id, version, deleted, at)
    SELECT r.company_id, $2, r.id, r.version, false, $3
    FROM jsonb_to_recordset($1) AS r (company_id bigint, id bigint, version integer)`,
  values: [
    JSON.stringify(
      records.map(({ companyId, data }) => ({ company_id: companyId, id: data.id, version: data.version })),
    ),
    ...[resource, at],
  ],
});
