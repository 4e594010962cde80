import type { ChildProcess } from 'node:child_process';
import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import { freePort } from '@billhook/testing/free-port';
import { MailServer } from '@billhook/testing/mail-server';
import { end, spawnProgram } from '@billhook/testing/program';
import { Receiver } from '@billhook/testing/receiver';
import { Log, SECRET, TestApi } from './api.js';
import { Records } from './records.js';
import { World, type KeyCaller } from './world.js';

/** An API and a worker process on one database, with a receiver and a mail server: everything that monitoring sees. */
export class MonitoredInstallation {
  /** What the API and the worker logged. */
  readonly apiLog = new Log();
  readonly workerLog = new Log();
  api!: TestApi;
  world!: World;
  key!: KeyCaller;
  records!: Records;
  receiver!: Receiver;
  mailServer!: MailServer;
  apiMetrics = '';
  workerMetrics = '';
  #worker: ChildProcess | undefined;

  /** @param settings of both programs */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<MonitoredInstallation> {
    const self = new MonitoredInstallation();
    self.receiver = await new Receiver().start();
    self.mailServer = await new MailServer().start();
    const [apiPort, workerPort] = [await freePort(), await freePort()];
    self.apiMetrics = `http://127.0.0.1:${apiPort}/metrics`;
    self.workerMetrics = `http://127.0.0.1:${workerPort}/metrics`;
    const mail = { SMTP_URL: self.mailServer.url, MAIL_FROM: 'Billhook <billing@bills.example>' };
    self.api = await TestApi.start({ ...mail, ...settings, METRICS_PORT: String(apiPort) }, self.apiLog);
    self.#worker = await spawnProgram('apps/worker/src/main.ts', '"ready;', {
      ...{ DATABASE_URL: self.api.databaseUrl, APP_SECRETS: SECRET, ...mail },
      ...{ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128', WEBHOOK_SWEEP_MS: '200' },
      ...settings,
      METRICS_PORT: String(workerPort),
    });
    self.#worker.stdout?.on('data', (chunk: Buffer) => self.workerLog.write(chunk.toString()));
    self.world = new World(self.api);
    self.key = await self.world.key();
    self.records = new Records(self.key);
    return self;
  }

  /** An endpoint for new clients at a path of the receiver. */
  async endpoint(path: string): Promise<WebhookEndpointView> {
    const body = { url: this.receiver.url + path, eventTypes: ['client.created'] };
    const {
      status,
      body: created,
      text,
    } = await this.key.call<WebhookEndpointView>('POST', '/v1/webhook-endpoints', {
      body,
    });
    if (status !== 201) throw new Error(text);
    return created;
  }

  /** Ends the worker first, so that it sends what it holds back. */
  async stopWorker(): Promise<void> {
    if (this.#worker) await end(this.#worker, 'SIGTERM');
    this.#worker = undefined;
  }

  async stop(): Promise<void> {
    await this.stopWorker();
    await this.api.stop();
    await this.receiver.stop();
    await this.mailServer.stop();
  }
}
