import { CheckpointView } from '@billhook/contract/invoicing/checkpoint';
import { present } from '@billhook/contract/shared/present';
import type { Checkpoint } from './checkpoint.entity.js';

/** Converts a checkpoint to the form of its GET response and of its event. */
export function presentCheckpoint(checkpoint: Checkpoint): CheckpointView {
  return present(CheckpointView, checkpoint, { version: 1 });
}
