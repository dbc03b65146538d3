import { describe, expect, it } from 'vitest';
import { withContents } from './contents.ts';

const long = `<p>${'x'.repeat(3000)}</p>`;

describe('contents', () => {
  it('list the headings of a long text without markup, and give each a fragment', () => {
    const { html, contents } = withContents(`<h2>One &amp; <em>two</em></h2>${long}<h3>&lt;b&gt;</h3><h2>Three</h2>`);
    expect(contents).toEqual([
      { level: 2, text: 'One & two' },
      { level: 3, text: '<b>' },
      { level: 2, text: 'Three' },
    ]);
    expect(html).toBe(
      `<h2 id="part-0" tabindex="-1">One &amp; <em>two</em></h2>${long}<h3 id="part-1" tabindex="-1">&lt;b&gt;</h3><h2 id="part-2" tabindex="-1">Three</h2>`,
    );
  });
  it.each([
    ['a short text', '<h2>a</h2><h2>b</h2><h2>c</h2>'],
    ['few headings', `<h2>a</h2><h2>b</h2>${long}`],
  ])('are not there for %s', (_, html) => expect(withContents(html)).toEqual({ html }));
  it('are bounded', () => expect(withContents(`${long}${'<h2>a</h2>'.repeat(50)}`).contents).toHaveLength(40));
});
