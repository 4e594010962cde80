import type { ChainEntryView } from '../invoicing/chain-entry.js';
import type { CheckpointView } from '../invoicing/checkpoint.js';
import { EXAMPLE_IDS } from '../shared/example-ids.js';

export const exampleCheckpoint: CheckpointView = {
  id: EXAMPLE_IDS.checkpoint,
  companyId: EXAMPLE_IDS.company,
  sequence: 412,
  hash: '5f0a3e0f6f6a1f0a9c1c5c3b1a63f0d2c8a3f7d95c1f0b6be7d2e4a90c7b81d4',
  signedAt: '2026-12-06T00:04:11.218Z',
  publicKey: 'mwXfRyl8Yrq3VAUyPo8/atEHEtRhnYkLPv8cG1x3Zgw=',
  signature: 'rDd6AcZWEKI+3TtT7Bkv98zz0OyHqd1EaPZbS+KEH7LjYFa4glbO6WVsnp/2clLBuYTAqzNMPPmBtKNJDKVvBA==',
  version: 1,
};

export const exampleChainEntry: ChainEntryView = {
  sequence: exampleCheckpoint.sequence,
  companyId: EXAMPLE_IDS.company,
  at: '2026-12-05T08:50:17.442Z',
  resource: 'payment',
  recordId: EXAMPLE_IDS.mistakenPayment,
  version: 2,
  number: null,
  action: 'delete',
  digest: 'b1c7d1f5e2d7ab0f5b8b5e1a3f6c9e3fd3ae1c35e4e0f1f3b40a7f0a2a6b9c55',
  digestVersion: 1,
  frozenDigest: '4be1a9f0c27d83e65a1b0c9d8e7f60512a3b4c5d6e7f8091a2b3c4d5e6f70819',
  secretVersion: '9b1c40d2',
  hmac: 'c3d9e0a4f1b25c687d8e9fa0b1c2d3e4f5061728394a5b6c7d8e9f0a1b2c3d4e',
  hashVersion: 2,
  hash: exampleCheckpoint.hash,
};
