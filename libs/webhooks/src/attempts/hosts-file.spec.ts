import { describe, expect, it } from '@jest/globals';
import { findInHosts } from './name-resolver.js';

const TEXT = `# a comment
127.0.0.1\tlocalhost Receiver.Example  # receiver.other
::1 receiver.example
  10.1.2.3   receiver.example receiver.example
not-an-address receiver.example
192.0.2.1`;

describe('findInHosts', () => {
  it('finds each address of a name once, in any case', () => {
    expect(findInHosts(TEXT, 'receiver.example')).toEqual([
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
      { address: '10.1.2.3', family: 4 },
    ]);
  });

  it.each(['receiver.other', 'receiver', '192.0.2.1', '', '#'])('finds nothing for %j', (name) =>
    expect(findInHosts(TEXT, name)).toEqual([]),
  );
});
