import { connectBrowser, foreignRequests, openContext } from '@billhook/testing/browser';
import { freePort } from '@billhook/testing/free-port';
import { DELIVERY_QUEUE, openQueue, openQueueBackend } from '@billhook/webhooks/engine/queue';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Queue } from 'bullmq';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startWorker, type RunningWorker } from '../support/running-worker.js';
import { World } from '../support/world.js';

const PASSWORD = 'the password of an operator';
const HOUR_MS = 3_600_000;

let world: World;
let worker: RunningWorker;
let queue: Queue;
let browser: Browser;
let url: string;

beforeAll(async () => {
  world = await World.create();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const env = world.env({ OPERATOR_PORT: String(port), OPERATOR_PASSWORD: PASSWORD });
  worker = await startWorker(env);
  queue = openQueue(DELIVERY_QUEUE, await openQueueBackend(env));
  await queue.add('drain', {}, { delay: HOUR_MS, jobId: 'later' });
  browser = await connectBrowser();
});
afterAll(async () => {
  await browser?.close();
  await queue?.close();
  await worker?.stop();
  await world.close();
});

/** What the browser reports about a page: blocked resources, error responses, and errors of scripts. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

async function signedIn(password: string): Promise<BrowserContext> {
  return openContext(browser, { httpCredentials: { username: 'operator', password } });
}

it('asks for the password, and shows nothing with a wrong one', async () => {
  const context = await signedIn(`${PASSWORD}!`);
  const page = await context.newPage();
  const response = await page.goto(url);
  expect(response?.status()).toBe(401);
  await page.getByText('Sign in as "operator" with OPERATOR_PASSWORD.').waitFor();
  await context.close();
});

it('shows queue and jobs under its content security policy, without other hosts', async () => {
  const context = await signedIn(PASSWORD);
  const foreign = foreignRequests(context);
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await page.goto(url);
  await page.getByRole('link', { name: DELIVERY_QUEUE }).first().waitFor();
  await page.goto(`${url}/queue/${DELIVERY_QUEUE}`);
  await page.getByText('later').first().waitFor();
  await page.goto(`${url}/queue/jobs%20of%20this%20worker`);
  await page.getByText('document-pdf').first().waitFor();
  // Nothing that changes a queue is offered.
  for (const name of [/pause/i, /empty/i, /obliterate/i, /retry/i, /promote/i, /clean/i])
    expect([name, await page.getByRole('button', { name }).count()]).toEqual([name, 0]);
  await page.goto(`${url}/queue/jobs%20of%20this%20worker/overdue`);
  await page.getByText('secondsBetweenRounds').first().waitFor();
  expect([complaints, foreign]).toEqual([[], []]);
  await context.close();
});
