export const DOCUMENT_RESOURCES = ['invoice', 'quote', 'credit_note'] as const;
export type DocumentResource = (typeof DOCUMENT_RESOURCES)[number];

/** Identifies a document and its company. */
export interface DocumentRef {
  readonly companyId: number;
  readonly resource: DocumentResource;
  readonly recordId: number;
}
