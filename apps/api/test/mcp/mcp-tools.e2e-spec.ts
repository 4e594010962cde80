import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommittedDocument } from '../../src/openapi/committed-document.js';
import { ExampleWorld } from '../support/example-world.js';
import { Assistant } from '../support/mcp.js';
import { toolExamples } from '../support/tool-examples.js';

let world: ExampleWorld;
let assistant: Assistant;

beforeAll(async () => {
  world = await ExampleWorld.start();
  assistant = await Assistant.connect(world.api, world.key.secret);
});
afterAll(async () => {
  await assistant.close();
  await world.stop();
});

describe('every tool', () => {
  it('performs the example of its operation, dry if it writes', async () => {
    const examples = toolExamples(world.api.app.get(CommittedDocument).document);
    expect([...(await assistant.toolNames())].sort()).toEqual([...examples.keys()].sort());
    const events = (await world.api.events()).length;
    const failed: unknown[] = [];
    for (const [name, given] of examples) {
      const { isError, text, structured } = await assistant.call(name, given);
      const isDry = structured['dryRun'] === undefined || structured['dryRun'] === true;
      if (isError || !isDry) failed.push({ name, given, text });
    }
    expect(failed).toEqual([]);
    expect((await world.api.events()).length).toBe(events);
  });
});
