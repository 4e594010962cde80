import { z } from 'zod';
import { Id, Instant } from '../shared/common.js';
import { listOf, pageQuery } from '../shared/page.js';

/** An entry of the document chain, with everything that its hash covers. */
export const ChainEntryView = z
  .object({
    sequence: z.int().min(1).meta({ description: 'Its position in the chain, without gaps', example: 412 }),
    companyId: Id.meta({ description: 'The company whose documents the chain covers' }),
    at: Instant.meta({ description: 'When the entry was written' }),
    resource: z.enum(['invoice', 'credit_note', 'payment', 'quote']).meta({
      description: 'The resource of the record. Of quotes, only PDFs and their contents have entries',
    }),
    recordId: Id.meta({ description: 'The id of the record in its resource' }),
    version: z
      .int()
      .nullable()
      .meta({ description: 'The version of the record; null if the entry is of its PDF, or of what the PDF shows' }),
    number: z.string().nullable().meta({ description: 'The number of the document', example: 'INV-2026-00001' }),
    action: z.string().meta({
      description:
        'What created the version, as in the timeline; `compose` for what a PDF shows, `render` for a PDF, `adopt` for a record or a PDF that is older than the chain',
      example: 'send',
    }),
    digest: z.string().nullable().meta({
      description:
        'SHA-256 of the canonical record, of what the PDF shows or of the PDF, in hexadecimal; null if the record was deleted',
    }),
    digestVersion: z.int().meta({
      description: 'Which members both digests cover: a later version covers members that were added since',
      example: 1,
    }),
    frozenDigest: z.string().nullable().meta({
      description:
        'SHA-256 of what cannot change after issue, in hexadecimal: the same in every entry of a record. Null for a PDF, for a deletion, and for entries that are older than this member',
    }),
    secretVersion: z.string().nullable().meta({
      description: 'Names the application secret of the HMAC without revealing it; null without an HMAC',
      example: '9b1c40d2',
    }),
    hmac: z.string().nullable().meta({
      description:
        'HMAC-SHA-256 in hexadecimal, with a key of the installation, over everything that the writer of the entry knew. Null for entries that are older than this member',
    }),
    hashVersion: z.int().meta({
      description: 'What the hash covers. 1: the members up to `digest`. 2: every member but `hash`',
      example: 2,
    }),
    hash: z.string().meta({
      description: 'SHA-256 of the previous hash (32 bytes) and the canonical JSON of the members, in hexadecimal',
    }),
  })
  .meta({ id: 'ChainEntry' });
export type ChainEntryView = z.infer<typeof ChainEntryView>;

export const ListChainEntries = z.strictObject(pageQuery);
export type ListChainEntries = z.infer<typeof ListChainEntries>;

export const ChainEntryList = listOf(ChainEntryView, 'ChainEntryList');
