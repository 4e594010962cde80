import { afterAll } from '@jest/globals';
import { TestApi } from './api.js';
import { Records } from './records.js';
import type { Suite } from './route-cases.js';
import { World, type KeyCaller } from './world.js';

/** Starts the API of a spec file, and stops it after the last spec. Takes what `TestApi.start` takes. */
export async function startApi(...options: Parameters<typeof TestApi.start>): Promise<TestApi> {
  const api = await TestApi.start(...options);
  afterAll(() => api.stop());
  return api;
}

/** Starts the API with its world. */
export async function startWorld(...options: Parameters<typeof TestApi.start>): Promise<Suite> {
  const api = await startApi(...options);
  return { api, world: new World(api) };
}

interface KeySuite extends Suite {
  readonly key: KeyCaller;
  readonly records: Records;
}

/** Starts the API with a key that has every permission, and the records that it creates. Without `now`, the clock shows the real time. */
export async function startWithKey(now?: string, ...options: Parameters<typeof TestApi.start>): Promise<KeySuite> {
  const { api, world } = await startWorld(...options);
  if (now !== undefined) api.clock.set(now);
  const key = await world.key();
  return { api, world, key, records: new Records(key) };
}
