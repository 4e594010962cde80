import { describe, expect, it } from '@jest/globals';
import { bothSchemes, withoutUnusedColours } from './page-styles.js';

describe('the styles of the page that the server renders', () => {
  it('apply the scheme of the system until the attribute is set', () => {
    expect(bothSchemes('@layer a{:where([data-mantine-color-scheme=dark]) .b{color:red}.c{color:blue}}')).toBe(
      '@layer a{:where([data-mantine-color-scheme=dark]) .b{color:red}@media (prefers-color-scheme:dark){:where(:root:not([data-mantine-color-scheme])) .b{color:red}}.c{color:blue}}',
    );
  });

  it('keep a rule for both schemes as it is', () => {
    const rule = '[data-mantine-color-scheme=light] .a,[data-mantine-color-scheme=dark] .b{display:none}';
    expect(bothSchemes(rule)).toBe(rule);
  });

  it('leave out the colours that the page does not use', () => {
    expect(
      withoutUnusedColours(
        ':root{--mantine-color-teal-0:#fff;--mantine-color-red-0: #f00;--mantine-color-lime-text: x}',
      ),
    ).toBe(':root{--mantine-color-red-0: #f00;}');
  });
});
