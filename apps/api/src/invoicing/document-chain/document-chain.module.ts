import { ChainEntriesRepository } from '@billhook/invoicing/document-chain/chain-entries.repository';
import { CheckpointsRepository } from '@billhook/invoicing/document-chain/checkpoints.repository';
import { Module } from '@nestjs/common';
import { ChainEntriesController } from './chain-entries.controller.js';
import { CheckpointsController } from './checkpoints.controller.js';

@Module({
  controllers: [ChainEntriesController, CheckpointsController],
  providers: [ChainEntriesRepository, CheckpointsRepository],
})
export class DocumentChainModule {}
