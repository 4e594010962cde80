import { z } from 'zod';
import { Id, Instant } from '../shared/common.js';
import { listOf, pageQuery } from '../shared/page.js';

/** A signed head of the document chain of a company. It never changes. */
export const CheckpointView = z
  .object({
    id: Id,
    companyId: Id.meta({ description: 'The company whose documents the chain covers' }),
    sequence: z.int().min(1).meta({ description: 'The number of entries in the document chain', example: 412 }),
    hash: z.string().meta({
      description: 'The hash of the last entry: SHA-256 in hexadecimal. It covers every entry before it',
    }),
    signedAt: Instant.meta({ description: 'When it was signed' }),
    publicKey: z.string().meta({
      description:
        'The Ed25519 key of the installation, 32 bytes in base64. Store it at the first checkpoint and compare it with each later one',
    }),
    signature: z.string().meta({
      description:
        'Ed25519 in base64, over the text `checkpoint.{companyId}.{sequence}.{hash}.{signedAt}` with the values of this checkpoint',
    }),
    version: z.int().meta({ description: 'Always 1' }),
  })
  .meta({ id: 'Checkpoint' });
export type CheckpointView = z.infer<typeof CheckpointView>;

export const ListCheckpoints = z.strictObject(pageQuery);
export type ListCheckpoints = z.infer<typeof ListCheckpoints>;

export const CheckpointList = listOf(CheckpointView, 'CheckpointList');
