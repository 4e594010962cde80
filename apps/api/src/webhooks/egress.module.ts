import type { Env } from '@billhook/platform/env';
import { ENV } from '@billhook/platform/tokens';
import { EgressGuard } from '@billhook/webhooks/attempts/egress-guard';
import { Module } from '@nestjs/common';

/** The guard of the addresses that the installation may call. */
@Module({
  providers: [
    {
      provide: EgressGuard,
      inject: [ENV],
      useFactory: (env: Env) =>
        new EgressGuard({
          allowHttp: env.WEBHOOK_ALLOW_HTTP,
          allowedCidrs: env.WEBHOOK_ALLOWED_CIDRS,
          dnsServers: env.WEBHOOK_DNS_SERVERS,
        }),
    },
  ],
  exports: [EgressGuard],
})
export class EgressModule {}
