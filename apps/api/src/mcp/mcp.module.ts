import { Module } from '@nestjs/common';
import { OpenApiModule } from '../openapi/openapi.module.js';
import { InnerRequestsService } from './inner-requests.service.js';
import { McpController } from './mcp.controller.js';
import { McpResourcesService } from './mcp-resources.service.js';
import { McpService } from './mcp.service.js';

/** The MCP server, whose tools are the operations of /v1. */
@Module({
  imports: [OpenApiModule],
  controllers: [McpController],
  providers: [InnerRequestsService, McpResourcesService, McpService],
})
export class McpModule {}
