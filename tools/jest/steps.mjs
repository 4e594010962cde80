const STORY = /step by step$/;

/**
 * A handler of Jest's events. In a `describe` whose name ends in "step by step", each test goes on from where the one before it
 * left the page: after one that failed, the rest of them are skipped, because they could only wait for what never comes.
 */
export function skipAfterFailedStep({ name, test }) {
  if (name !== 'test_start') return;
  for (let block = test.parent; block; block = block.parent) {
    if (STORY.test(block.name) && hasFailed(block)) test.mode = 'skip';
  }
}

function hasFailed({ children }) {
  return children.some((child) => (child.type === 'test' ? child.errors.length > 0 : hasFailed(child)));
}
