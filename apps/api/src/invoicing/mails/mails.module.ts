import { MailsRepository } from '@billhook/invoicing/mails/mails.repository';
import { Module } from '@nestjs/common';
import { MailsController } from './mails.controller.js';
import { MailsService } from './mails.service.js';

@Module({ controllers: [MailsController], providers: [MailsService, MailsRepository] })
export class MailsModule {}
