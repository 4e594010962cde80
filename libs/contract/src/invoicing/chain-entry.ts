import { z } from 'zod';
import { Id, Instant, listOf, pageQuery } from '../shared/common.js';

/** An entry of the document chain, with everything that its hash covers. */
export const ChainEntryView = z
  .object({
    sequence: z.int().min(1).meta({ description: 'Its position in the chain, without gaps', example: 412 }),
    companyId: Id,
    at: Instant,
    resource: z.enum(['invoice', 'credit_note', 'payment', 'quote']).meta({
      description: 'The resource of the record. Of quotes, only PDFs have entries',
    }),
    recordId: Id,
    version: z.int().nullable().meta({ description: 'The version of the record; null if the entry is of its PDF' }),
    number: z.string().nullable().meta({ description: 'The number of the document', example: 'INV-2026-00001' }),
    action: z.string().meta({
      description:
        'What created the version, as in the timeline; `render` for a PDF, `adopt` for a record that is older than the chain',
      example: 'send',
    }),
    digest: z.string().nullable().meta({
      description: 'SHA-256 of the canonical record or of the PDF, in hexadecimal; null if the record was deleted',
    }),
    hash: z.string().meta({
      description:
        'SHA-256 of the previous hash (32 bytes) and the canonical JSON of the other members, in hexadecimal',
    }),
  })
  .meta({ id: 'ChainEntry' });
export type ChainEntryView = z.infer<typeof ChainEntryView>;

export const ListChainEntries = z.strictObject(pageQuery);
export type ListChainEntries = z.infer<typeof ListChainEntries>;

export const ChainEntryList = listOf(ChainEntryView, 'ChainEntryList');
