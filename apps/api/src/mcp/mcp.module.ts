import { Module } from '@nestjs/common';
import { MembersModule } from '../identity/members.module.js';
import { OpenApiModule } from '../openapi/openapi.controller.js';
import { AssistantToolsService } from './assistant-tools.service.js';
import { InnerRequestsService } from './inner-requests.service.js';
import { McpResourcesService } from './mcp-resources.service.js';
import { McpController } from './mcp.controller.js';
import { McpService } from './mcp.service.js';
import { ToolAuditService } from './tool-audit.service.js';

/** The MCP server, whose tools are the operations of /v1. */
@Module({
  imports: [MembersModule, OpenApiModule],
  controllers: [McpController],
  providers: [AssistantToolsService, InnerRequestsService, McpResourcesService, McpService, ToolAuditService],
})
export class McpModule {}
