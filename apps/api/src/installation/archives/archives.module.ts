import { ServedArchivesRepository } from '@billhook/installation/archives/served-archives.repository';
import { Module } from '@nestjs/common';
import { ArchivesService } from './archives.service.js';

@Module({ providers: [ArchivesService, ServedArchivesRepository], exports: [ArchivesService] })
export class ArchivesModule {}
