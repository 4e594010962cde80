const STORY = /step by step$/;

/**
 * A handler of Jest's events. In a `describe` whose name ends in "step by step", each test continues on the page of the previous one:
 * after a failure the remaining tests are skipped, because they could only time out.
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
