import { annotations } from '@billhook/contract/invoicing/document';
import type { FieldError } from '@billhook/domain/shared/problems';
import type { DocumentColumns } from '@billhook/invoicing/document-base/document.columns';

/** The members of a document that can be changed after issue. */
const NAMES: readonly string[] = Object.keys(annotations);

type Annotations = Partial<Pick<DocumentColumns, 'externalId' | 'customFields' | 'privateNotes'>>;

const named = (patch: object): string[] =>
  Object.entries(patch).flatMap(([name, value]) => (value === undefined ? [] : [name]));

/** Whether a patch changes only members that can be changed after issue. */
export function isAnnotation(patch: object): boolean {
  return named(patch).every((name) => NAMES.includes(name));
}

/** The field errors for members of a patch that are final after issue. */
export function finalMembers(patch: object, code: string): FieldError[] {
  const message = `cannot be changed after issue: only ${NAMES.join(', ')} can`;
  return named(patch)
    .filter((name) => !NAMES.includes(name))
    .map((name) => ({ pointer: `/${name}`, code, message }));
}

/** The document with changed annotations. */
export function annotated<Row extends DocumentColumns>(row: Row, patch: Annotations): Row {
  const { externalId = row.externalId, customFields = row.customFields, privateNotes = row.privateNotes } = patch;
  return { ...row, externalId, customFields, privateNotes };
}
