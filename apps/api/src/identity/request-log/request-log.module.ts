import { RequestLogRepository } from '@billhook/identity/request-log/request-log.repository';
import { Module } from '@nestjs/common';
import { RequestLogWriter } from './request-log-writer.service.js';
import { RequestsController, SettingsRequestsController } from './request-log.controller.js';
import { RequestLogService } from './request-log.service.js';
import { RequestLogger } from './request-logger.service.js';

/** The requests to the API, written after their responses and read by those who made them. */
@Module({
  controllers: [RequestsController, SettingsRequestsController],
  providers: [RequestLogRepository, RequestLogWriter, RequestLogger, RequestLogService],
})
export class RequestLogModule {}
